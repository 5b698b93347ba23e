import type { JsonObject } from '@footnote/contract/json-object'
import {
  allowedValues,
  type Branch,
  branchesOf,
  propertiesOf,
  textOf,
  typesOf,
} from '../../shape/read-schema.ts'
import { ModelFault } from '../client/model-fault.ts'

const MOST_NODES = 2_000
const MOST_LEVELS = 30
const MOST_VALUES = 500
const LONGEST_VALUE = 200
const LONGEST_DESCRIPTION = 400
const RULES = [
  'format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength',
  'minItems maxItems uniqueItems',
].flatMap(names => names.split(' '))

/**
 * Writes the caller's schema with the few keywords that every endpoint can enforce: types, properties,
 * items, enums and `anyOf`. The description states the other rules, and the original schema validates
 * the reply. Objects are open here, since a surplus property is no reason to ask again.
 */
export function schemaForModel(root: JsonObject): JsonObject {
  let nodes = 0
  const read = (schema: unknown, level: number): JsonObject => {
    nodes += 1
    if (nodes > MOST_NODES || level > MOST_LEVELS) {
      throw new ModelFault('too-long', 'the schema is too large to be given to a model')
    }
    const branches = branchesOf(root, schema)
    return joined(branches.flatMap(branch => nodesOf(branch, one => read(one, level + 1))))
  }
  return read(root, 0)
}

/** One node for each type that the branch allows. */
function nodesOf(branch: Branch, read: (schema: unknown) => JsonObject): JsonObject[] {
  const description = descriptionOf(branch)
  const described = description === '' ? {} : { description }
  const allowed = allowedValues(branch)
  if (allowed) return [{ ...chosen(allowed), ...described }]
  return typesOf(branch).map(type => {
    if (type === 'object') return { ...objectOf(branch, read), ...described }
    if (type === 'array') return { type, items: read(anyItem(branch)), ...described }
    return type === 'null' ? { type } : { type, ...described }
  })
}

function descriptionOf(branch: Branch): string {
  const said = textOf(branch['description']) || textOf(branch['title'])
  const rules = RULES.filter(rule => branch[rule] !== undefined).map(
    rule => `${rule}: ${String(branch[rule]).slice(0, LONGEST_VALUE)}`,
  )
  const told = rules.length > 0 ? `(${rules.join(', ')})` : ''
  return [said.slice(0, LONGEST_DESCRIPTION).trim(), told].filter(Boolean).join(' ')
}

/** A list that is too long to be shown is left to validation. */
function chosen(allowed: readonly unknown[]): JsonObject {
  const values = [...new Set(allowed)].filter(value => value === null || typeof value !== 'object')
  const types = [...new Set(values.map(value => (value === null ? 'null' : typeof value)))]
  const isShown =
    values.length <= MOST_VALUES && values.every(value => String(value).length <= LONGEST_VALUE)
  if (values.length === 0) return { type: 'null' }
  return { type: types.length === 1 ? types[0] : types, ...(isShown && { enum: values }) }
}

function objectOf(branch: Branch, read: (schema: unknown) => JsonObject): JsonObject {
  const { required } = branch
  const entries = Object.entries(propertiesOf(branch))
  const isOptional = (name: string) => Array.isArray(required) && !required.includes(name)
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries.map(([name, property]) => {
        const node = read(property)
        // A property that may be left out is written as null, and left out afterwards.
        return [name, isOptional(name) ? joined([node, { type: 'null' }]) : node]
      }),
    ),
    required: entries.map(([name]) => name),
  }
}

/** Few endpoints know items by their position. */
function anyItem({ items, prefixItems }: Branch): unknown {
  if (!Array.isArray(prefixItems)) return items
  return { anyOf: [...prefixItems, ...(items ? [items] : [])] }
}

function joined(alternatives: readonly JsonObject[]): JsonObject {
  const different = [...new Map(alternatives.map(one => [JSON.stringify(one), one])).values()]
  const [only] = different
  return only && different.length === 1 ? only : { anyOf: different }
}
