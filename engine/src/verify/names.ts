import lists from '../../data/word-lists.json' with { type: 'json' }
import { baseOf } from '../text/language-tag.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { type Word, words } from '../text/words.ts'
import type { Problem } from './problem.ts'

const CAPITAL_NOUNS = new Set(['de', 'lb', 'gsw'])
const LEAST_ACRONYM = 3
/** Words that begin sentences and are not part of the name after them. */
const OPENERS = new Set(lists['openers of sentences'].split(' '))

/** Returns whether a language capitalises all nouns, so that capitals do not mark names. */
export function hasCapitalNouns(language: string): boolean {
  return CAPITAL_NOUNS.has(baseOf(language))
}

/**
 * The words of a sentence that name something. These are the words with capitals, except for the first
 * one, unless a name goes on after it or it is an acronym.
 */
export function namedWords(sentence: string): Word[] {
  const all = words(sentence)
  return all.filter((word, index) => {
    if (!isCapital(word) || STOP_WORDS.has(word.folded) || word.folded.length < 2) return false
    if (/\p{Lu}.*\p{Lu}|\d/u.test(word.text)) return true
    const before = sentence.slice(Math.max(0, word.start - 4), word.start)
    if (index > 0 && !/[.!?:;•"“‘'(|]\s*$/.test(before)) return true
    const next = all[index + 1]
    return (
      next !== undefined &&
      isCapital(next) &&
      !OPENERS.has(word.folded) &&
      sentence.slice(word.end, next.start) === ' '
    )
  })
}

/** The names of a sentence that none of the quotes has. */
export function wrongNames(names: readonly Word[], quoted: string): Problem[] {
  const known = names.length > 0 ? words(quoted) : []
  return names
    .filter(name => !isNameKnown(name, known) && !isDollar(name, quoted))
    .map(({ text }) => ({ kind: 'name', text }) as const)
}

/** Statements print the sign of their currency. */
function isDollar({ text }: Word, quoted: string): boolean {
  return text === 'USD' && quoted.includes('$')
}

/** Whether a name is among the words of the quotes, as a family word, or spelled out. */
export function isNameKnown(name: Word, known: readonly Word[]): boolean {
  if (known.some(word => word.folded === name.folded || word.stem === name.stem)) return true
  if (known.some(word => isOfCountry(name.folded, word.folded))) return true
  if (!/^\p{Lu}+$/u.test(name.text) || name.text.length < LEAST_ACRONYM) return false
  const initials = known.map(({ folded }) => folded.slice(0, 1)).join('')
  return initials.includes(name.folded)
}

/**
 * Finds names that continue differently than in the quotes: `Ines Moreira` if they only have `Ines Duarte`.
 * Nothing more can be checked in another language, which may translate names, or in one that capitalises
 * all nouns.
 */
export function renamedWords(plain: string, quotes: readonly string[]): Problem[] {
  const known = new Set(quotes.flatMap(quote => words(quote).map(({ folded }) => folded)))
  const begun = new Set(quotes.flatMap(namePairs).map(([one]) => one.folded))
  return namePairs(plain)
    .filter(([one, next]) => begun.has(one.folded) && !known.has(next.folded))
    .map(([, { text }]) => ({ kind: 'name', text }))
}

/** Chile and Chilean, Bolivia and Bolivian. */
function isOfCountry(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length > 3 && (long === `${short}n` || long === `${short}an`)
}

/** Words with capitals side by side. */
function namePairs(text: string): (readonly [Word, Word])[] {
  const all = words(text)
  const isName = (word: Word) => /^\p{Lu}\p{Ll}+/u.test(word.text)
  return all.flatMap((one, at) => {
    const next = all[at + 1]
    return next && isName(one) && isName(next) && text.slice(one.end, next.start) === ' '
      ? [[one, next] as const]
      : []
  })
}

function isCapital({ text }: Word): boolean {
  return /^\p{Lu}/u.test(text)
}
