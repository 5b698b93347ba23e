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
  /** True if each name and year of the question is in a plain question. */
  readonly isWhole: boolean
}

interface PlainOptions {
  readonly reader: Reader
  readonly facts: Facts
  readonly companies: CompanyStore
  readonly signal?: AbortSignal | undefined
}

/** Log odds below which one of several plain questions is left out. */
const LEAST_SURE = -0.6
const NOT_UNDERSTOOD = 'Another part of the question (not understood)'
const OF_COMPANIES = /@k|compan|s & p/
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
    const tidy = BESIDE.reduce((text, [gap, put]) => text.replace(gap, put), cased)
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
    if (words === undefined || isLost || (said.length > 1 && one.sureness < LEAST_SURE)) {
      isUnsure = true
      continue
    }
    sureness = Math.min(sureness, one.sureness)
    if (words.startsWith('?')) open.push(words.replace(/^\?\s*/, ''))
    else questions.push(words.charAt(0).toUpperCase() + words.slice(1))
  }
  if (questions.length === 0) return undefined
  if (isUnsure) open.push(NOT_UNDERSTOOD)
  const all = said.map(({ text }) => text).join(' ')
  // The companies here are American.
  const isNeeded = (name: string) => name !== 'United States' || !OF_COMPANIES.test(all)
  const isWhole = [...hidden.names].every(([key, name]) => all.includes(key) || !isNeeded(name))
  return { questions, open, sureness, isWhole }
}

/** A name that no collection has keeps its capital letters. */
function asWritten(word: string, written: ReadonlyMap<string, string>): string {
  return written.get(word) ?? word
}
