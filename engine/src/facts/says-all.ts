import type { Fact } from './fact.ts'
import { LANGUAGES } from './languages.ts'
import { datedValue } from './say-facts.ts'

/** Ratios, shares of a prize, yearly rates, peaks, counts and limits, which add to an English sentence without being asked for. */
const BESIDE =
  / \([\d.]+ times as [^()]*\)| \([\d/]+ of the prize[^()]*\)|, [\d.]+% a year on average|; it was (?:high|low)est in [^;]*(?=\.$|\. )| \(\d+ countries have figures\)|\b\d+ (?=teams )| (?:above|below|at least|at most) \$?\d[^:;(]*(?=: | \()/g
const LEAST_ROUNDED = 3

/** Returns whether a text in another language has all figures of the English one, some more or less exactly. */
export function saysAll(said: string, english: string): boolean {
  const figures = digitsIn(said)
  return digitsIn(english.replace(BESIDE, '')).every(one =>
    figures.some(own => roundTo(own, one) === one || roundTo(one, own) === own),
  )
}

/** The digits rounded to as many as another number has. */
function roundTo(digits: string, { length }: string): string {
  if (length < LEAST_ROUNDED || digits.length <= length) return digits
  return String(Math.round(Number(`0.${digits}`) * 10 ** length))
}

/** The digits of each number, without the zeros that depend on its unit. */
function digitsIn(text: string): string[] {
  const numbers = text.match(/\d(?:[\d.,\u00a0\u202f]*\d)?/g) ?? []
  return numbers.map(one => one.replace(/^[0\D]+|[0\D]+$|\D/g, '')).filter(Boolean)
}

/** Returns whether words of the source are left in a text, such as units or a list of goods. */
export function keepsEnglish(said: string, fact: Fact, language: string): boolean {
  const { items = {}, terms = {} } = LANGUAGES[language] ?? {}
  const own = [...Object.values(items), ...Object.values(terms)].join(' ')
  const wordsOf = (text: string) =>
    new Set(text.match(/(?<!\p{L})(?:[a-z]{4,}|yes|no)(?!\p{L})/gu) ?? [])
  const left = wordsOf(datedValue(fact)).intersection(wordsOf(said)).difference(wordsOf(own))
  return left.size > 0
}
