import type { JsonObject } from '@footnote/contract/json-object'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { SchemaNotSupported } from '../research.ts'
import { unsupported } from './filling.ts'
import { formats } from './formats.ts'

/** What is wrong with content: where, and which rule of the schema it breaks. */
export interface ContentFault {
  readonly instancePath: string
  readonly keyword: string
  /** What the rule wants, such as "must be integer". */
  readonly message?: string | undefined
}

/** Gives what the caller's schema does not allow, nothing when it allows all of it. */
export type Validator = (content: JsonObject) => readonly ContentFault[]

/** Refuses content that the caller's schema does not allow. The schema has been checked before. */
export function validateContent(schema: JsonObject, content: JsonObject): void {
  if (compileValidator(schema)(content).length > 0) throw unsupported()
}

/** Refuses a schema that is none. `allFaults` looks on after the first one. */
export function compileValidator(
  schema: JsonObject,
  { allFaults = false }: { readonly allFaults?: boolean } = {},
): Validator {
  // One instance for each schema: it keeps what it has compiled.
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    ownProperties: true,
    logger: false,
    allErrors: allFaults,
    formats,
  })
  const validate = attempt(
    () => ajv.compile(schema),
    cause =>
      new SchemaNotSupported('The schema cannot be used: make it a valid JSON Schema (2020-12).', {
        cause,
      }),
  )
  return content =>
    attempt(
      () => (validate(content) ? [] : (validate.errors ?? [])),
      // The content may have caused the fault, so it counts as a mismatch.
      unsupported,
    )
}

function attempt<Result>(use: () => Result, toError: (cause: unknown) => Error): Result {
  try {
    return use()
  } catch (cause) {
    throw toError(cause)
  }
}
