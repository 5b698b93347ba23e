import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { NoResult, SchemaNotSupported } from '../research.ts'
import { isIsoDate } from '../text/lex/dates.ts'
import { shown, walkSchema } from './schema.ts'

/** A place in the content, and the rule of the schema that it breaks. */
export interface ContentFault {
  readonly instancePath: string
  readonly keyword: string
  /** The rule in words, such as "must be integer". */
  readonly message?: string | undefined
}

/** Returns the content's faults; none if the caller's schema allows it. */
export type Validator = (content: JsonObject) => readonly ContentFault[]

const LONGEST = 2_000
const TIME =
  /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(?:\.\d{1,9})?(?:Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/** The formats that are checked; any text has every other format. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isIsoDate,
  'date-time': text =>
    isIsoDate(text.slice(0, 10)) && /^T$/i.test(text[10] ?? '') && TIME.test(text.slice(11)),
  uri: text => text.length <= LONGEST && /^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]+$/i.test(text),
  email: text =>
    text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text),
}

export function hasFormat(text: string, format: string): boolean {
  return Object.hasOwn(formats, format) ? (formats[format]?.(text) ?? true) : true
}

/** One error for every failure to fill a schema: a specific one would depend on the sources. */
export function notMet(cause?: unknown): NoResult {
  return new NoResult('schema_not_met', { cause })
}

/** Refuses content that the caller's schema does not allow. */
export function validateContent(schema: JsonObject, content: JsonObject): void {
  if (compileValidator(schema)(content).length > 0) throw notMet()
}

/** Compiles the caller's schema, or refuses it. `allFaults` continues after the first fault. */
export function compileValidator(
  schema: JsonObject,
  { allFaults = false }: { readonly allFaults?: boolean } = {},
): Validator {
  // One instance for each schema, because an instance keeps what it has compiled.
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
      notMet,
    )
}

function attempt<Result>(use: () => Result, toError: (cause: unknown) => Error): Result {
  try {
    return use()
  } catch (cause) {
    throw toError(cause)
  }
}

/** A caller's regular expression can run forever, and the other keywords can refer to anything. */
const REFUSED = ['pattern', 'patternProperties', '$dynamicRef', '$recursiveRef', '$async']

/** Refuses schemas that could not be filled or validated in bounded time. */
export function refuseUnfillable(root: JsonObject): void {
  for (const { schema, path } of walkSchema(root)) {
    const problem = problemOf(schema, path)
    if (problem !== undefined) throw new SchemaNotSupported(problem)
  }
}

function problemOf(schema: JsonObject, path: string): string | undefined {
  const refused = REFUSED.find(keyword => Object.hasOwn(schema, keyword))
  const { items, properties } = schema
  if (refused !== undefined) {
    return `The schema uses ${refused} at ${shown(path)}, which is not supported: leave it out, or list the values as enum.`
  }
  if (path !== '' && Object.hasOwn(schema, '$id')) {
    return `The schema has an $id of its own at ${shown(path)}: leave it out.`
  }
  if (Array.isArray(items)) {
    return `The schema lists items by position at ${shown(path)}: use prefixItems.`
  }
  return isJsonObject(properties) && Object.hasOwn(properties, '__proto__')
    ? `The schema has a property called __proto__ at ${shown(path)}: rename it.`
    : undefined
}
