import { createBodyCheck } from '@footnote/contract/check-body'
import { formats } from '@footnote/contract/formats'
import type { JsonObject } from '@footnote/contract/json-object'
import { limits } from '@footnote/contract/limits'
import { findSchemaProblems } from '@footnote/contract/output-schema'
import { Ajv, type DefinedError } from 'ajv'
import { refuseUnfillable } from '../shape/validate.ts'
import { badFields, type FieldProblem, refused } from './wire-error.ts'

/** Field names from the caller are repeated up to this length. */
const LONGEST_NAME = 100

/** Checks a body's fields and throws with what is wrong with them, in the wire's words. */
export function createValidateFields(schema: object, place: 'body' | 'query' = 'body') {
  const check = createBodyCheck(schema)
  return (body: JsonObject): void => {
    const errors = check(body).slice(0, limits.reportedProblems)
    if (errors.length > 0) throw badFields(errors.map(error => toFieldProblem(error, place)))
  }
}

/** Names the field and the rule, never the value. */
function toFieldProblem(
  { keyword, instancePath, params, message }: DefinedError,
  place: string,
): FieldProblem {
  const { missingProperty, additionalProperty, allowedValues, format } = params as Partial<
    Record<string, unknown>
  >
  const named = missingProperty ?? additionalProperty
  const steps = [
    ...instancePath.split('/').slice(1),
    ...(named === undefined ? [] : [String(named)]),
  ]
  const allowed = Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : ''
  const isFormat = keyword === 'format'
  const rule = isFormat ? formats[format as keyof typeof formats].message : `${message}${allowed}`
  return { type: keyword, loc: [place, ...steps.map(toStep)], msg: rule }
}

function toStep(name: string): string | number {
  if (/^\d{1,9}$/.test(name)) return Number(name)
  return name.slice(0, LONGEST_NAME).toWellFormed()
}

const ajv = new Ajv({ strict: false, logger: false })

/** Refuses a schema that is invalid, too large, or outside the supported subset. */
export function checkSchema(schema: JsonObject): void {
  const [problem] = findSchemaProblems(schema, '')
  if (problem) refuse(`${problem.path || 'the root'} ${problem.message}`)
  if ('anyOf' in schema) refuse('must not have anyOf at the root')
  const { $schema: _draft, ...rest } = schema
  if (ajv.validateSchema(rest) !== true) refuse('must be a valid JSON Schema')
  refuseUnfillable(schema)
}

function refuse(problem: string): never {
  throw refused(`output_schema: ${problem}.`, 'schema_not_supported')
}
