import type { Answered } from '../facts/answer-question.ts'
import type { Mention } from '../facts/find-named.ts'
import { findNames } from '../text/find-names.ts'
import type { Part } from './part.ts'
import { nameAgain, splitClauses } from './split-clauses.ts'

/** Parts that are listed as skipped; a longer list helps nobody. */
const MOST_SKIPPED = 100
const REFERS_BACK = /\b(?:it|its|they|them|their|there|this country|that country)\b/i

interface PlanOptions {
  /** Answers a clause from facts. A pronoun refers to the subjects of the previous clause. */
  readonly answer?: (clause: string, before: readonly Mention[]) => Answered | undefined
  /** Whether there is time to look into another clause. */
  readonly mayGoOn: () => boolean
  readonly most: number
}

/** Splits a question by rules into clauses. Each is answered from facts, or becomes a question of its own. */
export function planResearch(
  input: string,
  { answer, mayGoOn, most }: PlanOptions,
): readonly Part[] {
  const parts: Part[] = []
  let earlier = ''
  let before: readonly Mention[] = []
  for (const written of splitClauses(input)) {
    const clause = asComparison(written)
    const refersBack = REFERS_BACK.test(clause)
    const answered =
      parts.length < most && mayGoOn() ? answer?.(clause, refersBack ? before : []) : undefined
    if (answered && answered.mentions.length > 0) before = answered.mentions
    if (answered?.answer) parts.push({ question: clause, answer: answered.answer })
    else parts.push({ question: nameAgain(clause, earlier) })
    if (!refersBack && findNames(clause).length > 0) earlier = clause
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

/** Questions that compare, and the same as a request. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*how (?:do|does|did) (.{1,200}? and .{1,200}?) (?:compare|differ)( in \d{4})?(?=[\s?.!]*$)/i,
    'compare $1$2',
  ],
  [
    /^\s*how (?:do|does|did) (.{1,200}?) compare (?:with|to|against) (.{1,200}?) in terms of (.{1,200}?)(?=[?.!]*$)/i,
    'compare the $3 of $1 and $2',
  ],
  [/\b(compare (?:with|to|against)) (?:that|those) of /i, '$1 '],
]

/** Turns "How do Chile and Peru compare?" into "compare Chile and Peru"; returns other clauses unchanged. */
function asComparison(clause: string): string {
  const form = FORMS.find(([pattern]) => pattern.test(clause))
  return form ? clause.replace(...form) : clause
}
