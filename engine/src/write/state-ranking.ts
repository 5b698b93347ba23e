import type { Ranking } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import { subjectOf } from '../library/subject-of.ts'
import { nameField } from './name-field.ts'
import type { Statement } from './statement.ts'

/** The first ones of a kind in one sentence, with how many were compared. */
export function stateRanking(
  { label, direction, entries, among }: Ranking,
  ledger: Ledger,
): Statement {
  const evidence = entries.map(({ field, value }) =>
    ledger.enter(field.passage, { start: field.span.start, end: value.end }),
  )
  const listed = entries.map(
    ({ field, value }) => `${subjectOf(field.passage.title)} ${value.text}`,
  )
  return {
    text: `${nameField(label, undefined)}, ${direction} first, of ${among} compared: ${listed.join('; ')}.`,
    evidence,
    isVerbatim: false,
    computed: [among],
  }
}
