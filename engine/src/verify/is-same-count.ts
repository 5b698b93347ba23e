import { STOP_WORDS } from '../text/stop-words.ts'
import { words } from '../text/words.ts'
import { baseOf } from './base-of.ts'
import { wordBefore } from './figure-source.ts'
import { SPELLINGS } from './number-spellings.ts'
import { type Figure, isYear } from './read-figures.ts'

/** So far from a number a text may still say what it counts. */
const NEAR = 100
const LONGEST_WORD = 40
const SENTENCE_END = /[.;!?]\s|\n/

/**
 * Whether two equal numbers can count the same. 74 metres are not 74 fishermen, and neither are 5
 * boats 5 trout where the quote speaks of trout in another place.
 */
export function isSameCount(
  figure: Figure,
  { text: said, language }: { readonly text: string; readonly language: string },
  { other, quote }: { readonly other: Figure; readonly quote: string },
): boolean {
  const { measures, start, end } = figure
  const counted = measures.size === 0 ? countedBehind(said, end) : undefined
  // What looks like a thing may be a unit of a language whose units nobody knows here.
  if (counted === undefined || isYear(said, figure) || !SPELLINGS[baseOf(language)]) return true
  if (wordBefore(said, start) === wordBefore(quote, other.start)) return true
  const [behind = ''] = quote.slice(other.end, other.end + NEAR).split(SENTENCE_END)
  if (hasStem(behind, counted)) return true
  if (other.measures.size > 0) return false
  const before = quote.slice(Math.max(0, other.start - NEAR), other.start).split(SENTENCE_END)
  // Of a row in a table the head says what is counted, and other words may mean the same.
  return quote.includes('|') || hasStem(before.at(-1) ?? '', counted) || !hasStem(quote, counted)
}

/** The stem of the word right behind a number. */
function countedBehind(text: string, end: number): string | undefined {
  const rest = text.slice(end, end + LONGEST_WORD)
  const [next] = words(rest)
  const isNext = next !== undefined && /^[\s-]?$/.test(rest.slice(0, next.start))
  return isNext && /^\p{L}{3,}$/u.test(next.text) && !STOP_WORDS.has(next.folded)
    ? next.stem
    : undefined
}

function hasStem(text: string, stem: string): boolean {
  return words(text).some(word => word.stem === stem)
}
