import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { findSchemaProblems } from '@footnote/contract/output-schema'
import { Ajv } from 'ajv'
import { refused } from './wire-error.ts'

const limits = { levels: 5, properties: 100, enumValues: 500, stringCharacters: 25_000 }
/** References make a small schema large: so many places are walked, each as often as it is used. */
const MOST_PLACES = 20_000

const SCHEMAS = new Set(['items', 'additionalItems', 'contains', 'not', 'if', 'then', 'else'])
const SCHEMA_LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'])
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])

const ajv = new Ajv({ strict: false, logger: false })

/** Refuses what is no JSON Schema, or is larger or stranger than the wire allows. */
export function checkSchema(schema: JsonObject): void {
  const [problem] = findSchemaProblems(schema, '')
  if (problem) refuse(`${problem.path || 'the root'} ${problem.message}`)
  if ('anyOf' in schema) refuse('must not have anyOf at the root')
  const { $schema: _draft, ...rest } = schema
  if (ajv.validateSchema(rest) !== true) refuse('must be a valid JSON Schema')
  checkSize(schema)
}

interface Place {
  readonly schema: JsonObject
  readonly level: number
  /** The references on the way here. */
  readonly followed: readonly string[]
}

/** Walks with a stack of its own, since the caller chooses the depth. */
function checkSize(root: JsonObject): void {
  const counted = new Set<JsonObject>()
  const total = { properties: 0, enumValues: 0, stringCharacters: 0 }
  const pending: Place[] = [{ schema: root, level: 0, followed: [] }]
  let places = 0
  for (let place = pending.pop(); place; place = pending.pop()) {
    places += 1
    if (places > MOST_PLACES) refuse('must not refer to its own parts that often')
    const { schema, followed } = place
    const level = place.level + (isNesting(schema) ? 1 : 0)
    if (level > limits.levels) refuse(`must not be nested more than ${limits.levels} levels deep`)
    if (!counted.has(schema)) {
      counted.add(schema)
      countIn(schema, total)
      checkTotals(total)
    }
    const target = schema['$ref']
    if (typeof target === 'string') {
      if (followed.includes(target)) refuse('must not be recursive')
      const next = resolve(root, target)
      pending.push({ schema: next, level, followed: [...followed, target] })
    }
    for (const child of childrenOf(schema)) {
      pending.push({ schema: child, level, followed })
    }
  }
  countNames(root, total)
  checkTotals(total)
}

type Totals = { properties: number; enumValues: number; stringCharacters: number }

function countIn(schema: JsonObject, total: Totals): void {
  const { properties, enum: values, const: constant } = schema
  if (isJsonObject(properties)) {
    total.properties += Object.keys(properties).length
    total.stringCharacters += Object.keys(properties).join('').length
  }
  const list = Array.isArray(values) ? values : []
  total.enumValues += list.length
  for (const value of [...list, constant]) {
    if (typeof value === 'string') total.stringCharacters += value.length
  }
}

/** The names of definitions count, whether or not anything refers to them. */
function countNames(root: JsonObject, total: Totals): void {
  for (const definitions of [root['$defs'], root['definitions']]) {
    if (isJsonObject(definitions))
      total.stringCharacters += Object.keys(definitions).join('').length
  }
}

function checkTotals({ properties, enumValues, stringCharacters }: Totals): void {
  if (properties > limits.properties) {
    refuse(`must not define more than ${limits.properties} properties`)
  }
  if (enumValues > limits.enumValues) {
    refuse(`must not have more than ${limits.enumValues} enum values`)
  }
  if (stringCharacters > limits.stringCharacters) {
    refuse(`must not have more than ${limits.stringCharacters} characters in names and values`)
  }
}

function* childrenOf(schema: JsonObject): Generator<JsonObject> {
  for (const [keyword, value] of Object.entries(schema)) {
    if (SCHEMAS.has(keyword) && isJsonObject(value)) yield value
    if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) yield* value.filter(isJsonObject)
    if (SCHEMA_MAPS.has(keyword) && isJsonObject(value)) {
      yield* Object.values(value).filter(isJsonObject)
    }
  }
}

function resolve(root: JsonObject, reference: string): JsonObject {
  if (reference === '#') refuse('must not be recursive')
  if (!reference.startsWith('#/')) refuse('must refer to places of its own alone')
  let value: unknown = root
  for (const step of reference.slice(2).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  if (isJsonObject(value)) return value
  return refuse('must not refer to a place that is not there')
}

function isNesting(schema: JsonObject): boolean {
  const { type } = schema
  const types = Array.isArray(type) ? type : [type]
  return types.includes('object') || types.includes('array') || 'properties' in schema
}

function refuse(problem: string): never {
  throw refused(`output_schema: ${problem}.`)
}
