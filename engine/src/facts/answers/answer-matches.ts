import type { FactAnswer } from '../answer.ts'
import { isPlain } from '../conditions.ts'
import { attributesOf } from '../filters.ts'
import { sayFact } from '../say-facts.ts'
import { type Asking, isOf, read } from '../select-facts.ts'

/** Matches of two teams: facts of one subject that have the other as their qualifier. */
export function answerMatches(asking: Asking): FactAnswer | undefined {
  const { mentions, phrases, rest, years, conditions, operations } = asking.question
  const [own, other, ...more] = mentions
  const open = phrases.filter(phrase => !phrase.senses.some(({ type }) => type === 'kind'))
  const [sense] = open
    .flatMap(attributesOf)
    .filter(({ attribute }) => /match$/.test(attribute.label))
  if (!own || !other || !sense || more.length + rest.length > 0 || !isPlain(conditions))
    return undefined
  const names = [other.text, ...other.subjects.map(({ name }) => name)]
  const subjects = own.subjects.map(({ id }) => id)
  const isBeaten = /\b(?:beat|beaten|defeat(?:ed)?)\b/i.test(asking.question.text)
  const found = read({ subjects, attributes: [sense.attribute.id] }, asking).filter(
    row =>
      names.includes(row.qualifier ?? '') &&
      (years.length === 0 || years.some(year => isOf(row, year))) &&
      (!isBeaten || /, won\b/.test(row.text ?? '')),
  )
  if (found.length === 0) return undefined
  const statements = found.map(fact => sayFact(fact, asking))
  if (!isBeaten || !(operations.has('often') || operations.has('count')))
    return { statements, details: [], missing: [] }
  const tournament = sense.attribute.label.replace(/ match$/, '')
  const text = `${found[0]?.subject.name} beat ${found[0]?.qualifier} ${times(found.length)} at the ${tournament}: ${found.map(({ end, text: result }) => `${end} (${result?.split(',')[0]})`).join(', ')}.`
  return {
    statements: [{ text, facts: found, computed: [found.length] }],
    details: [],
    missing: [],
  }
}

export function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}
