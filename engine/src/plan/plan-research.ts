import type { FactAnswer } from '../facts/answer.ts'
import { findNames } from '../text/find-names.ts'
import { nameAgain } from './name-again.ts'
import { findScene, splitClauses } from './split-clauses.ts'

/** Parts that are listed as skipped; a longer list helps nobody. */
const MOST_SKIPPED = 100
const REFERS_BACK =
  /\b(?:it|its|they|them|their|there|he|she|his|her|him|(?:this|that|the) country)\b/i
/** Splits a question by rules into clauses, each of which is searched for by itself. */
export function planResearch(input: string, most: number): readonly Part[] {
  const parts: Part[] = []
  let named = ''
  let scene = findScene(input)
  for (const clause of splitClauses(input)) {
    const questions =
      scene === undefined ? splitList(nameAgain(clause, named)) : [`${scene} ${clause}`]
    parts.push(...questions.map(question => ({ question })))
    scene = undefined
    if (!REFERS_BACK.test(clause) && findNames(clause).length > 0) named = clause
  }
  return fitParts(parts, most)
}

/** Returns each part once, those beyond the first `most` as skipped. */
export function fitParts(parts: readonly Part[], most: number): Part[] {
  const once = new Map(parts.map(part => [part.question.toLowerCase(), part]))
  return [...once.values()]
    .slice(0, most + MOST_SKIPPED)
    .map((part, at) => (at < most ? part : { ...part, isSkipped: true }))
}

/** Several things that are asked of one subject: "the area and the population of Chile". */
const LISTED =
  /^\s*(?:[Ww]hat(?:'s| is| are| was| were)\s+|[Ll]ist\s+|[Gg]ive\s+)?(?:the\s+)?(?<list>\p{Ll}[\p{L}\s,-]{1,200}?)(?<subject>\s+(?:of|for)\s+\p{Lu}.{1,200})$/u
const MOST_WORDS = 4

/** Splits a list of attributes of one subject, since each is found in a place of its own. */
function splitList(clause: string): string[] {
  const { list = '', subject = '' } = LISTED.exec(clause)?.groups ?? {}
  const items = list.split(/\s*,\s*(?:and\s+)?|\s+and\s+/).map(item => item.replace(/^the\s+/, ''))
  const isList = items.length > 1 && items.every(item => item.split(/\s+/).length <= MOST_WORDS)
  return isList ? items.map(item => `${item}${subject}`) : [clause]
}

/** One part of the question. */
export interface Part {
  /** A question that is complete without the other parts. */
  readonly question: string
  /** The answer from facts; such a part needs no search. */
  readonly answer?: FactAnswer
  /** True if the facts understood the question and lack the answer: profiles made from them lack it, too. */
  readonly isRead?: boolean
  /** Search queries for the web; the question itself if absent. */
  readonly queries?: readonly string[]
  /** True if the budget has no room for it: the report then lists it as left out. */
  readonly isSkipped?: boolean
}
