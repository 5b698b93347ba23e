import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { ModelFault } from '../llm/client/model-fault.ts'
import { branchesOf, readSchema, typesOf } from './read-schema.ts'
import { sanitiseDescription } from './sanitise-description.ts'

const MOST_NODES = 1_500
const MOST_LEVELS = 20
const MOST_VALUES = 250
const LONGEST_VALUE = 200

/**
 * The caller's schema in the few words that every endpoint understands which makes a model keep to a
 * schema: types, objects with all properties required, lists, enums and `anyOf`. What else the schema
 * demands is told in descriptions and validated by the original. On their way to an endpoint objects
 * are closed; here they are open, since a property too many is no reason to ask again.
 */
export function sanitiseSchema(root: JsonObject): JsonObject {
  let nodes = 0
  const read = (schema: unknown, level: number): JsonObject => {
    nodes += 1
    if (nodes > MOST_NODES || level > MOST_LEVELS) {
      throw new ModelFault('too-long', 'the schema is too large to be given to a model')
    }
    const whole = readSchema(root, schema)
    const shared = sanitiseDescription(whole)
    const alternatives = branchesOf(root, whole).flatMap(branch => {
      const own = sanitiseDescription(branch)
      const described = own !== '' && own !== shared ? { description: own } : {}
      return nodesOf(branch, one => read(one, level + 1)).map(node => ({ ...node, ...described }))
    })
    return { ...joined(alternatives), ...(shared !== '' && { description: shared }) }
  }
  return read(root, 0)
}

/** A node for each type that the branch allows. */
function nodesOf(branch: JsonObject, read: (schema: unknown) => JsonObject): JsonObject[] {
  const allowed = allowedValues(branch)
  if (allowed) return [chosen(allowed)]
  return typesOf(branch).map(type => {
    if (type === 'object') return closed(branch, read)
    if (type === 'array') return { type, items: read(anyItem(branch)) }
    return { type }
  })
}

/** The values that the schema lists, be it one; undefined where it lists none. */
export function allowedValues(schema: JsonObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, 'const')) return [schema['const']]
  const listed = schema['enum']
  return Array.isArray(listed) ? listed : undefined
}

/** A list that is too long to be shown is left to validation. */
function chosen(allowed: readonly unknown[]): JsonObject {
  const values = [...new Set(allowed)].filter(
    value => value === null || ['string', 'number', 'boolean'].includes(typeof value),
  )
  const types = [...new Set(values.map(value => (value === null ? 'null' : typeof value)))]
  const type = types.length === 1 ? types[0] : types
  const isShown =
    values.length <= MOST_VALUES && values.every(value => String(value).length <= LONGEST_VALUE)
  if (values.length === 0) return { type: 'null' }
  return isShown ? { type, enum: values } : { type }
}

function closed(
  { properties, required }: JsonObject,
  read: (schema: unknown) => JsonObject,
): JsonObject {
  const entries = isJsonObject(properties) ? Object.entries(properties) : []
  const isRequired = (name: string) => !Array.isArray(required) || required.includes(name)
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, property]) => {
        const node = read(property)
        // What may be left out is written as null, and left out afterwards.
        return [name, isRequired(name) ? node : joined([node, { type: 'null' }])]
      }),
    ),
    required: entries.map(([name]) => name),
  }
}

/** Few endpoints know items by their position. */
function anyItem({ items, prefixItems }: JsonObject): unknown {
  const prefix = Array.isArray(prefixItems) ? prefixItems : []
  return prefix.length === 0
    ? items
    : { anyOf: [...prefix, ...(isJsonObject(items) ? [items] : [])] }
}

function joined(alternatives: readonly JsonObject[]): JsonObject {
  const different = [...new Map(alternatives.map(one => [JSON.stringify(one), one])).values()]
  const [only] = different
  if (only && different.length === 1) return only
  const isBare = different.every(
    one => Object.keys(one).length === 1 && typeof one['type'] === 'string',
  )
  return isBare ? { type: different.map(({ type }) => type) } : { anyOf: different }
}
