import { Ajv, type DefinedError, type ValidateFunction } from 'ajv'
import { formats as apiFormats } from './formats.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'
import { limits } from './limits.ts'

export type Formats = Readonly<Record<string, { check(text: string): boolean; message: string }>>

const compilers = new WeakMap<Formats, Ajv>()

/** Returns a function that lists the rules of a schema which a body breaks. */
export function createBodyCheck(
  schema: object,
  formats: Formats = apiFormats,
): (body: unknown) => readonly DefinedError[] {
  // Compiled for the first body: a start would wait half a second for all of them.
  let compiled: ValidateFunction | undefined
  return body => {
    compiled ??= compilerFor(formats).compile(schema)
    const isValid = compiled(isJsonObject(body) ? shortenLists(body) : body)
    return isValid ? [] : ((compiled.errors ?? []) as DefinedError[])
  }
}

/** Shared, since compiling the meta-schema takes longer than all our schemas together. */
function compilerFor(formats: Formats): Ajv {
  const known = compilers.get(formats)
  if (known) return known
  const ajv = new Ajv({ allErrors: true, strict: false, coerceTypes: false, useDefaults: false })
  for (const [name, { check }] of Object.entries(formats)) ajv.addFormat(name, check)
  compilers.set(formats, ajv)
  return ajv
}

/**
 * Keeps one item above the limit of a list, which is enough to prove it too long; checking all of a
 * hostile list would take time and change nothing.
 */
function shortenLists(body: JsonObject): JsonObject {
  const entries = Object.entries(body).map(([name, value]): [string, unknown] => {
    if (Array.isArray(value)) return [name, value.slice(0, limits.domainsPerList + 1)]
    const holdsLists = name === 'source_control' && isJsonObject(value)
    return [name, holdsLists ? shortenLists(value) : value]
  })
  return Object.fromEntries(entries)
}
