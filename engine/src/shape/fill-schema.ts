import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import type { Evidence } from '../evidence/ledger.ts'
import { NoResult } from '../pipeline/research.ts'
import { checkSchema } from './check-schema.ts'
import { fillValue } from './fill-value.ts'
import { createFilling, type FillOptions } from './filling.ts'
import type { Place } from './place.ts'
import { validateContent } from './validate-content.ts'

/**
 * An object that the caller's schema allows, with every value from the sources. What they do not
 * support makes it fail with the place and what to do, since a made-up value is worse than none.
 */
export async function fillSchema(
  schema: JsonObject,
  options: FillOptions,
): Promise<{ content: JsonObject; evidence: readonly Evidence[] }> {
  checkSchema(schema)
  const [subject] = options.subjects.length === 1 ? options.subjects : []
  const root: Place = {
    pointer: '',
    path: [],
    description: '',
    isSubject: subject !== undefined,
    mustMatch: [],
    ...(subject && { subject }),
  }
  const filling = createFilling(schema, options)
  const { value, cites } = await fillValue(filling, schema, { place: root, role: 'value' })
  if (!isJsonObject(value) || cites.length === 0) {
    throw new NoResult(
      'The sources support none of the values that the schema asks for: ask for them in the input, or change the schema.',
    )
  }
  validateContent(schema, value)
  const evidence = new Set(cites.flatMap(({ enter }) => enter(options.ledger)))
  return { content: value, evidence: [...evidence] }
}
