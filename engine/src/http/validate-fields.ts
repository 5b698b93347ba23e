import { formats } from '@footnote/contract/formats'
import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { limits } from '@footnote/contract/limits'
import { Ajv, type DefinedError } from 'ajv'
import { badFields, type FieldProblem } from './wire-error.ts'

export type ValidateFields = (body: JsonObject) => void

/** Field names from the caller are repeated up to this length. */
const LONGEST_NAME = 100

/** Checks a body's fields and throws with what is wrong with them, in the wire's words. */
export function createValidateFields(schema: object): ValidateFields {
  const ajv = new Ajv({ allErrors: true, strict: false })
  for (const [name, { check }] of Object.entries(formats)) ajv.addFormat(name, check)
  const validate = ajv.compile(schema)
  return body => {
    if (validate(shortenLists(body))) return
    const errors = (validate.errors ?? []).slice(0, limits.reportedProblems) as DefinedError[]
    throw badFields(errors.map(toFieldProblem))
  }
}

/** Cuts lists after one item too many, so that a hostile list is not validated to its end. */
function shortenLists(body: JsonObject): JsonObject {
  const entries = Object.entries(body).map(([name, value]): [string, unknown] => {
    if (Array.isArray(value)) return [name, value.slice(0, limits.domainsPerList + 1)]
    const holdsLists = name === 'source_control' && isJsonObject(value)
    return [name, holdsLists ? shortenLists(value) : value]
  })
  return Object.fromEntries(entries)
}

function toFieldProblem(error: DefinedError): FieldProblem {
  const loc = ['body', ...error.instancePath.split('/').slice(1).map(toStep)]
  switch (error.keyword) {
    case 'required':
      return {
        type: 'missing',
        loc: [...loc, error.params.missingProperty],
        msg: 'Field required',
      }
    case 'additionalProperties':
      return {
        type: 'extra_forbidden',
        loc: [...loc, toStep(error.params.additionalProperty)],
        msg: 'Extra inputs are not permitted',
      }
    case 'type':
      return {
        type: `${error.params.type}_type`,
        loc,
        msg: `Input should be a valid ${error.params.type}`,
      }
    case 'enum': {
      const expected = error.params.allowedValues.join(', ')
      return { type: 'enum', loc, msg: `Input should be one of ${expected}`, ctx: { expected } }
    }
    case 'maxLength':
      return {
        type: 'string_too_long',
        loc,
        msg: `String should have at most ${error.params.limit} characters`,
        ctx: { max_length: error.params.limit },
      }
    case 'maxItems':
      return {
        type: 'too_long',
        loc,
        msg: `List should have at most ${error.params.limit} items`,
        ctx: { max_length: error.params.limit },
      }
    case 'format': {
      const { message } = formats[error.params.format as keyof typeof formats]
      return { type: 'value_error', loc, msg: `Value error, ${message}` }
    }
    default:
      return { type: 'value_error', loc, msg: 'Value error' }
  }
}

function toStep(name: string): string | number {
  if (/^\d{1,9}$/.test(name)) return Number(name)
  return name.slice(0, LONGEST_NAME).toWellFormed()
}
