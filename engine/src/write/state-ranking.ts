import type { RankedField, Ranking } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { subjectOf } from '../library/subject-of.ts'
import { nameField } from './state-found.ts'

/** The first ones of a kind in one sentence, with how many were compared. */
export function stateRanking(ranking: Ranking, ledger: Ledger): Statement {
  const { label, direction, entries, among, place, scope, beyond, quality } = ranking
  const evidence = entries.flatMap(entry => [
    ledger.enter(entry.field.passage, { start: entry.field.span.start, end: entry.value.end }),
    ...(entry.scope ? [ledger.enter(entry.scope.passage, entry.scope.span)] : []),
  ])
  const what = nameField(label, undefined)
  if (quality) {
    const names = entries.map(({ field }) => subjectOf(field.passage.title)).join(', ')
    const rest = quality.total > entries.length ? ', and others' : ''
    const text = `“${quality.text}” under ${what}: ${quality.total} of ${among}: ${names}${rest}.`
    return { text, evidence, isVerbatim: false, computed: [among, quality.total] }
  }
  const compared = `of ${among} compared${scope === undefined ? '' : ` (${scope})`}`
  const listed = entries.map(nameEntry).join('; ')
  const order = `${direction} first, ${compared}: ${listed}`
  const asked = place === undefined ? undefined : entries[place - 1]
  const numbers = [place, beyond?.total, beyond?.value].filter(number => number !== undefined)
  const text = asked
    ? `${what}, number ${place}: ${nameEntry(asked)}; ${order}.`
    : beyond
      ? `${what} ${direction === 'highest' ? 'above' : 'below'} ${beyond.text}: ${beyond.total} ${compared}, ${direction} first: ${listed}${beyond.total > entries.length ? ', and others' : ''}.`
      : `${what}, ${order}.`
  return { text, evidence, isVerbatim: false, computed: [among, ...numbers] }
}

function nameEntry({ field, value }: RankedField): string {
  return `${subjectOf(field.passage.title)} ${value.text}`
}
