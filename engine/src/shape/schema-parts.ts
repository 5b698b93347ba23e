import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'

/** A schema inside another, with where it stands. */
export interface SchemaPart {
  readonly schema: unknown
  readonly path: string
}

const ONE = [
  'items contains additionalItems unevaluatedItems additionalProperties unevaluatedProperties',
  'propertyNames contentSchema not if then else',
].flatMap(names => names.split(' '))
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']
const MAPS = 'properties patternProperties dependentSchemas dependencies $defs definitions'.split(
  ' ',
)

/** The schemas directly inside a schema. What stands in other keywords is data. */
export function* schemaParts(schema: JsonObject, path: string): Generator<SchemaPart> {
  for (const keyword of ONE) {
    const value = schema[keyword]
    if (isJsonObject(value)) yield { schema: value, path: pointer(path, keyword) }
  }
  for (const keyword of LISTS) {
    const value = schema[keyword]
    if (!Array.isArray(value)) continue
    for (const [at, member] of value.entries()) {
      yield { schema: member, path: pointer(pointer(path, keyword), at) }
    }
  }
  for (const keyword of MAPS) {
    const value = schema[keyword]
    if (!isJsonObject(value)) continue
    for (const [name, member] of Object.entries(value)) {
      yield { schema: member, path: pointer(pointer(path, keyword), name) }
    }
  }
}
