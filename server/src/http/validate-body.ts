import { createBodyCheck, type Formats } from '@footnote/contract/check-body'
import { formats as apiFormats } from '@footnote/contract/formats'
import { isJsonObject } from '@footnote/contract/json-object'
import { limits } from '@footnote/contract/limits'
import type { Operation } from '@footnote/contract/operations'
import { type Problem, pointer } from '@footnote/contract/problem'
import type { DefinedError } from 'ajv'
import { ApiError } from '../api-error.ts'

/** Returns the valid body with its defaults; throws an error that lists every problem. */
export type ValidateBody = (body: unknown) => unknown

/** Enough for any path within the limits; only a hostile name is longer, and it is cut. */
const LONGEST_PATH = 1_000

/**
 * Checks a body against the contract. Defaults are applied only here, so that the price and the
 * upstream request use the same value.
 */
export function createValidateBody(
  {
    schema,
    rules,
    defaults,
  }: Pick<NonNullable<Operation['request']>, 'schema' | 'rules' | 'defaults'>,
  {
    formats = apiFormats,
    tooLong = 'QUERY_TOO_LONG',
  }: { formats?: Formats; tooLong?: 'INVALID_REQUEST' | 'QUERY_TOO_LONG' } = {},
): ValidateBody {
  const check = createBodyCheck(schema, formats)
  return body => {
    const schemaErrors = check(body)
    const ruleProblems = isJsonObject(body) ? rules(body) : []
    if (schemaErrors.length === 0 && ruleProblems.length === 0) {
      return isJsonObject(body) ? { ...defaults, ...body } : body
    }
    const isTooLong = schemaErrors.some(error => error.keyword === 'maxLength')
    throw invalid(isTooLong ? tooLong : 'INVALID_REQUEST', [
      ...schemaErrors.slice(0, limits.reportedProblems).map(error => toProblem(error, formats)),
      ...ruleProblems,
    ])
  }
}

/** Writes the message: a single problem in full, several as a summary above their list. */
export function invalid(
  code: 'INVALID_REQUEST' | 'QUERY_TOO_LONG',
  problems: readonly Problem[],
): ApiError {
  const errors = problems
    .slice(0, limits.reportedProblems)
    .map(({ path, message }) => ({ path: sendable(path), message }))
  const [only, ...others] = errors
  if (!only || others.length > 0) return new ApiError(code, { errors })
  const message = `${only.path === '' ? 'The body' : only.path} ${only.message}.`
  return new ApiError(code, { errors, message })
}

/** Cuts a JSON Pointer made of a caller's names between escapes, and keeps it valid Unicode. */
function sendable(path: string): string {
  if (path.length <= LONGEST_PATH) return path.toWellFormed()
  return path.slice(0, LONGEST_PATH).replace(/~$/, '').toWellFormed()
}

function toProblem(error: DefinedError, formats: Formats): Problem {
  const { instancePath: path } = error
  switch (error.keyword) {
    case 'required':
      return { path: pointer(path, error.params.missingProperty), message: 'is required' }
    case 'additionalProperties':
      return {
        path: pointer(path, error.params.additionalProperty),
        message: 'is not a known field',
      }
    case 'type':
      return { path, message: `must be of type ${error.params.type}` }
    case 'enum':
      return { path, message: `must be one of ${error.params.allowedValues.join(', ')}` }
    case 'maxLength':
      return { path, message: `must have at most ${error.params.limit} characters` }
    case 'maxItems':
      return { path, message: `must have at most ${error.params.limit} items` }
    case 'format':
      return { path, message: formats[error.params.format]?.message ?? 'is invalid' }
    case 'pattern':
      return { path, message: 'does not have the expected form' }
    default:
      return { path, message: error.message ?? 'is invalid' }
  }
}
