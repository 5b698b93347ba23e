import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { findSchemaProblems } from '@footnote/contract/output-schema'
import { Ajv } from 'ajv'
import { SchemaProblem, walkSchema } from '../shape/walk-schema.ts'
import { refused } from './wire-error.ts'

const limits = { levels: 5, properties: 100, enumValues: 500, stringCharacters: 25_000 }
/** Limit for places in a schema, each counted as often as it is referred to. */
const MOST_PLACES = 20_000
const PROBLEMS: Readonly<Record<SchemaProblem['kind'], string>> = {
  recursive: 'must not be recursive',
  foreign: 'must refer to places of its own alone',
  missing: 'must not refer to a place that is not there',
  repeated: 'must not refer to its own parts that often',
}

const ajv = new Ajv({ strict: false, logger: false })

/** Refuses a schema that is invalid, too large, or outside the supported subset. */
export function checkSchema(schema: JsonObject): void {
  const [problem] = findSchemaProblems(schema, '')
  if (problem) refuse(`${problem.path || 'the root'} ${problem.message}`)
  if ('anyOf' in schema) refuse('must not have anyOf at the root')
  const { $schema: _draft, ...rest } = schema
  if (ajv.validateSchema(rest) !== true) refuse('must be a valid JSON Schema')
  checkSize(schema)
}

function checkSize(root: JsonObject): void {
  const counted = new Set<JsonObject>()
  const total = { properties: 0, enumValues: 0, stringCharacters: 0 }
  try {
    for (const { schema, level } of walkSchema(root, {
      most: MOST_PLACES,
      withDefinitions: false,
    })) {
      if (level > limits.levels) refuse(`must not be nested more than ${limits.levels} levels deep`)
      if (counted.has(schema)) continue
      counted.add(schema)
      countIn(schema, total)
      checkTotals(total)
    }
  } catch (error) {
    if (error instanceof SchemaProblem) refuse(PROBLEMS[error.kind])
    throw error
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

/** Counts the names of definitions, used or not. */
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

function refuse(problem: string): never {
  throw refused(`output_schema: ${problem}.`, 'schema_not_supported')
}
