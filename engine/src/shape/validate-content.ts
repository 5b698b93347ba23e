import type { JsonObject } from '@footnote/contract/json-object'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { NoResult } from '../research.ts'
import { shown } from './filling.ts'
import { formats } from './formats.ts'

/** Refuses content that the caller's schema does not allow. The schema has been checked before. */
export function validateContent(schema: JsonObject, content: JsonObject): void {
  // One instance for each schema: it keeps what it has compiled.
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    ownProperties: true,
    logger: false,
    formats,
  })
  let error: { readonly instancePath: string; readonly keyword: string } | undefined
  try {
    const validate = ajv.compile(schema)
    if (validate(content)) return
    error = validate.errors?.[0]
  } catch (cause) {
    throw new NoResult('The schema cannot be used: make it a valid JSON Schema (2020-12).', {
      cause,
    })
  }
  throw new NoResult(
    `What the sources support for ${shown(error?.instancePath ?? '')} does not meet the schema's ${error?.keyword ?? 'rules'}: loosen it, allow null, or leave it out of the schema.`,
  )
}
