import casing from '../../models/questions/casing.json' with { type: 'json' }
import type { Facts } from '../facts/open-facts.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import type { Reader } from '../reader/reader.ts'
import { fold } from '../text/words.ts'
import { hideNames, showNames } from './hide-names.ts'

/** What a question asks for, in the words of the collections. */
export interface PlainQuestions {
  /** Each is complete, or is about the result of the one before: "which of them". */
  readonly questions: readonly string[]
  /** What is asked beyond the collections, in the words of the question. */
  readonly open: readonly string[]
  /** Log odds of the least sure word. */
  readonly sureness: number
  /** True if each name and year of the question is in a plain question; a region may go without saying. */
  readonly isWhole: boolean
  /** True if one thing is asked. */
  readonly isOne: boolean
  /** True if a part was left out, since the model is not sure of it. */
  readonly isPartial: boolean
}

interface PlainOptions {
  readonly reader: Reader
  readonly facts: Facts
  readonly companies: CompanyStore
  readonly signal?: AbortSignal | undefined
}

/** Log odds below which a plain question is left out: about half of those have lost or changed a wish. */
const LEAST_SURE = -0.75
/** The base model knows nothing of these scripts, so that it takes one measure for another. */
const FAR = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Arabic}]/u
const LEAST_SURE_FAR = -0.05
const NOT_UNDERSTOOD = 'Another part of the question (not understood)'
const OF_COMPANIES = /@k|compan|s & p/
/** Words for losses, without which a yes or a no is about a profit. */
const LOST =
  /lo(?:s[est]|ss|st)|in the red|red ink|negative|bleed|burn|unprofit|verl|minus|pert|perd|pérd|prejud|deficit|赤字|损|亏|خسا/i
const THEN = /^What (?:was|were) (?<what>the .+) in (?<year>\d{4})\?$/
const NOW = /^What (?:is|are|was|were) (?<what>the .+?)(?: in the latest year)?\?$/
const LEANS = /\b(?:of them|they|their|that (?:country|company|person|team|year)|he)\b/
/** A word in capitals that does not begin a sentence. */
const INSIDE = /(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{N}]*/gu
/** In characters; a longer text is no question about facts. */
const LONGEST = 1_500
const CASING: Readonly<Record<string, string>> = casing
const BESIDE: readonly (readonly [RegExp, string])[] = [
  [/ (?=[?.,;:%)!])/g, ''],
  [/(?<=[($]) /g, ''],
  [/(?<=\w) (['’]) (?=s\b)/g, '$1'],
  [/(?<=\w) - (?=\w)/g, '-'],
  [/(?<=\d[.,]) (?=\d)/g, ''],
  [/\bS ?& ?P\b/gi, 'S&P'],
]

/** Writes a question as plain questions; undefined if the collections have nothing to say. */
export async function toPlain(
  input: string,
  { reader, facts, companies, signal }: PlainOptions,
): Promise<PlainQuestions | undefined> {
  if (input.length > LONGEST) return undefined
  const hidden = hideNames(input, { facts, companies })
  const written = new Map(Array.from(input.matchAll(INSIDE), ([word]) => [fold(word), word]))
  const said = await reader.rewrite(hidden.text, { signal })
  const toWords = (one: string) => {
    const cased = one.replace(/[\p{L}\p{N}]+/gu, (word, at: number) =>
      one.charAt(at - 1) === '@' ? word : (CASING[word] ?? asWritten(word, written)),
    )
    const kept = LOST.test(input) ? cased : cased.replace(/\bmake a loss\b/, 'make a profit')
    const tidy = BESIDE.reduce((text, [gap, put]) => text.replace(gap, put), kept)
    return showNames(tidy, hidden.names)?.replaceAll(/\bthat person\b/g, 'he')
  }
  const questions: string[] = []
  const open: string[] = []
  let sureness = 0
  let isUnsure = false
  for (const one of said) {
    const words = toWords(one.text)
    // What leans on a question that was left out has lost its subject.
    const isLost = isUnsure && LEANS.test(one.text)
    if (words === undefined || isLost || one.sureness < LEAST_SURE) {
      isUnsure = true
      continue
    }
    sureness = Math.min(sureness, one.sureness)
    if (words.startsWith('?')) open.push(words.replace(/^\?\s*/, ''))
    else questions.push(words.charAt(0).toUpperCase() + words.slice(1))
  }
  const isFar = FAR.test(input) && sureness < LEAST_SURE_FAR
  if (questions.length === 0 || isFar) return undefined
  if (isUnsure) open.push(NOT_UNDERSTOOD)
  const all = said.map(({ text }) => text).join(' ')
  // The companies here are American.
  const isNeeded = (key: string, name: string) =>
    !key.startsWith('@g') && (name !== 'United States' || !OF_COMPANIES.test(all))
  const isWhole = [...hidden.names].every(
    ([key, name]) => all.includes(key) || !isNeeded(key, name),
  )
  return {
    questions: joinTimes(questions),
    open,
    sureness,
    isWhole,
    isPartial: isUnsure,
    isOne: said.length === 1,
  }
}

/** The value of then and of now, from one source: "What was the GDP of Chile in 1990? What is the GDP of Chile?" */
function joinTimes(questions: readonly string[]): string[] {
  const joined: string[] = []
  for (const one of questions) {
    const { what, year } = THEN.exec(joined.at(-1) ?? '')?.groups ?? {}
    const isSame = what !== undefined && NOW.exec(one)?.groups?.['what'] === what
    if (isSame) joined.pop()
    joined.push(isSame ? `How did ${what} change since ${year}?` : one)
  }
  return joined
}

/** A name that no collection has keeps its capital letters. */
function asWritten(word: string, written: ReadonlyMap<string, string>): string {
  return written.get(word) ?? word
}
