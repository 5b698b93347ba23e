import type { Fact } from './fact.ts'
import { LANGUAGES } from './languages.ts'
import { datedValue } from './say-facts.ts'

/** Ratios, shares of a prize, yearly rates, peaks, counts and limits, which add to an English sentence without being asked for. */
const BESIDE =
  / \([\d.]+ times as [^()]*\)| \([\d/]+ of the prize[^()]*\)|, [\d.]+% a year on average|; it was (?:high|low)est in [^;]*(?=\.$|\. )| and ends on \d+ \w+ \d{4}| \(\d+ countries have figures\)|\b\d+ (?=teams )| (?:above|below|at least|at most) \$?\d[^:;(]*(?=: | \()/g
/** Verdicts that no template has. */
const VERDICT =
  /\b(?:faster|fastest|slower|grew (?:the most|more)|comes (?:out|closest)|overtook|double|(?:high|low)est in \d)|\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th)) (?:\w+est|most|least)\b|^(?:Mixed|Better|Worse)\b/
const LEAST_ROUNDED = 3

/** Returns whether a text in another language can say what the English one does. */
export function saysAll(said: string, english: string): boolean {
  const asked = english.replace(BESIDE, '')
  return !hasVerdict(asked) && hasFigures(said, asked)
}

export function hasVerdict(english: string): boolean {
  return VERDICT.test(english)
}

/** Returns whether a text has all figures of another one, some more or less exactly. */
export function hasFigures(said: string, english: string): boolean {
  const figures = digitsIn(said)
  return digitsIn(english).every(one =>
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
