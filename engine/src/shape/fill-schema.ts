import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import type { Evidence } from '../evidence/ledger.ts'
import { readSuperlative } from '../plan/read-superlative.ts'
import type { FieldEvidence } from './field-sources.ts'
import { ofRank, ranksOf } from './fill-ranking.ts'
import { fillValue } from './fill-value.ts'
import { type Cite, createFilling, type FillOptions, unsupported } from './filling.ts'
import type { Place } from './place.ts'
import { refuseUnfillable } from './refuse-unfillable.ts'
import { validateContent } from './validate-content.ts'

/**
 * Fills the caller's schema with values from the sources. A value that they do not support makes it
 * fail, since a made-up value is worse than none.
 */
export async function fillSchema(
  schema: JsonObject,
  options: FillOptions,
): Promise<{
  content: JsonObject
  evidence: readonly Evidence[]
  /** What each single value rests on; names of subjects and what the schema dictates rest on nothing. */
  fields: readonly FieldEvidence[]
}> {
  refuseUnfillable(schema)
  const [subject] = options.subjects.length === 1 ? options.subjects : []
  const empty: Place = {
    pointer: '',
    path: [],
    description: '',
    isSubject: subject !== undefined,
    mustMatch: [],
    ...(subject && { subject }),
  }
  const [first] = isForOne(options) ? ranksOf(options.ranking) : []
  const root = first ? ofRank(empty, first) : empty
  const filling = createFilling(schema, options)
  const {
    value,
    cites,
    fields = [],
  } = await fillValue(filling, schema, {
    place: root,
    role: 'value',
  })
  if (!isJsonObject(value) || cites.length === 0) throw unsupported()
  validateContent(schema, value)
  const entered = new Map(cites.map(cite => [cite, cite.enter(options.ledger)]))
  const entriesOf = (own: readonly Cite[]) => [
    ...new Set(own.flatMap(cite => entered.get(cite) ?? cite.enter(options.ledger))),
  ]
  return {
    content: value,
    evidence: entriesOf(cites),
    fields: fields.map(field => ({ pointer: field.pointer, evidence: entriesOf(field.cites) })),
  }
}

/** "Which country is the largest?" asks for one, unless two are of the same size. */
function isForOne({ ranking, subjects, input }: FillOptions): boolean {
  const { entries = [], place, quality } = ranking ?? {}
  if (subjects.length > 0 || entries.length === 0 || quality) return false
  const at = (place ?? 1) - 1
  const amounts = [at - 1, at, at + 1].map(one => entries[one]?.value.quantity?.value)
  const isTied = amounts[0] === amounts[1] || amounts[2] === amounts[1]
  return (
    !isTied && (place !== undefined || /(?:[^s]|ss)$/.test(readSuperlative(input)?.kind ?? 's'))
  )
}
