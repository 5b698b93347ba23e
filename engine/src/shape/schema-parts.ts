import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { pointer } from '@footnote/contract/problem'

/** A schema inside another, with where it stands. */
export interface SchemaPart {
  readonly schema: unknown
  readonly path: string
  /** It is only there to be referred to. */
  readonly isDefinition?: boolean
}

const ONE = [
  'items contains additionalItems unevaluatedItems additionalProperties unevaluatedProperties',
  'propertyNames contentSchema not if then else',
].flatMap(names => names.split(' '))
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']
const DEFINITIONS = ['$defs', 'definitions']
const MAPS = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', ...DEFINITIONS]

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
      const isDefinition = DEFINITIONS.includes(keyword)
      yield { schema: member, path: pointer(pointer(path, keyword), name), isDefinition }
    }
  }
}
