import type { FoundSentence } from '../evidence/found-sentence.ts'
import { ofYears, yearsIn } from '../extractive/of-years.ts'
import { splitClauses } from '../plan/split-clauses.ts'
import { contentWords, words } from '../text/words.ts'
import { measureWish } from './measure-wish.ts'
import type { Place } from './place.ts'
import { allStems, gistOf, strongStems } from './property-words.ts'
import { valueKind } from './value-kind.ts'

/** Before a year, what makes it the end of a time and not the time asked for. */
const OPEN_TIME = /\b(?:since|after|before|until|till|prior to)\s+(?:the (?:year|end of)\s+)?$/i
const MOST_INPUT = 2_000
const MOST_YEARS = 200

/**
 * The years that a value must be of: those that the property names, else those for which the input
 * asks for it. Several years of the input stand for all between them. Empty when any year will do.
 */
export function yearsAsked(input: string, { path, description }: Place): readonly number[] {
  const name = path.at(-1) ?? ''
  for (const said of [...path.toReversed(), gistOf(description)]) {
    const own = yearsIn(said)
    if (own.length > 0) return own
  }
  // When something happened is a year itself, and need not be the one that the input speaks of.
  if (allStems(name).length > 1 && isTime(name, description)) return []
  const asked = new Set(allStems(`${name} ${gistOf(description)}`))
  const clauses = splitClauses(input.slice(0, MOST_INPUT))
  const telling = new Set(strongStems(name))
  const own = clauses.filter(clause => allStems(clause).some(stem => telling.has(stem)))
  const years = (own.length > 0 ? own : clauses).flatMap(clause => yearsOf(clause, asked))
  const first = Math.min(...years)
  const last = Math.max(...years)
  if (years.length === 0 || last - first >= MOST_YEARS) return [...new Set(years)]
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** A year right before another word names a thing, such as the 1950 cup, unless it is the property. */
function yearsOf(clause: string, asked: ReadonlySet<string>): number[] {
  const content = new Set(contentWords(clause).map(({ start }) => start))
  const read = words(clause)
  return read.flatMap((word, at) => {
    const [year] = /^\d{4}$/.test(word.text) ? yearsIn(word.text) : []
    if (year === undefined || OPEN_TIME.test(clause.slice(0, word.start))) return []
    const next = read[at + 1]
    const isJoined = next && clause.slice(word.end, next.start) === ' ' && content.has(next.start)
    return isJoined && !asked.has(next.stem) ? [] : [year]
  })
}

function isTime(name: string, description: string): boolean {
  return valueKind(name, '') === 'date' || measureWish(name, description).isYear
}

/** What was found, as far as it is of the years; a sentence must say so itself where it names years. */
export function inYears(
  found: FoundSentence,
  { years, text }: { readonly years: readonly number[]; readonly text: string },
): FoundSentence | undefined {
  const { passage, label } = found
  if (label !== undefined) return ofYears(found, { years, text })
  const alone = { ...found, passage: { ...passage, text: found.text } }
  return ofYears(alone, { years, text }) && found
}
