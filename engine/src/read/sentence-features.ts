import type { Passage } from '../library/passage.ts'
import type { Question } from '../question/question.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { contentStems, contentWords, words } from '../text/words.ts'
import { type Candidate, collectCandidates } from './candidates.ts'
import { fitKind, type KindFit } from './kind-fit.ts'
import {
  ASKING_STEMS,
  beyond,
  type Held,
  heldBy,
  type QuestionTerms,
  rarestOf,
  shareOf,
  weighTerms,
} from './question-terms.ts'

/** What speaks for a sentence as an answer, each between 0 and 1. */
export interface SentenceFeatures extends KindFit {
  /** How much of the question it holds, the most telling word of it, its neighbours as neighbours. */
  readonly overlap: number
  readonly rarest: number
  readonly phrases: number
  readonly focus: number
  /** How much more stands in the title and headings, and in the sentence before. */
  readonly context: number
  readonly before: number
  readonly pronounAfter: number
  readonly passageCoverage: number
  readonly passageScore: number
  readonly passageFirst: number
  readonly length: number
  /** Words that the question does not have. */
  readonly novel: number
  /** It is itself a question. */
  readonly asks: number
  /** Of a field, how much of its label is asked for. */
  readonly field: number
  readonly label: number
}

export interface RatedCandidate {
  readonly candidate: Candidate
  readonly features: SentenceFeatures
}

const MOST_NEIGHBOURS = 100
const LONG_WORDS = 40
const MANY_NOVEL = 20
const ASKING = /^(?:who|whom|whose|when|where|why|how|what|which)$/
const PRONOUN = /^(?:he|she|it|they|this|these|those|his|her|its|their|such|another|both)$/

export function rateCandidates(question: Question, passages: readonly Passage[]): RatedCandidate[] {
  const candidates = collectCandidates(passages)
  const stems = candidates.map(candidate => new Set(candidate.words.map(({ stem }) => stem)))
  const contexts = contextsOf(candidates)
  const vocabulary = new Set([...stems, ...new Set(contexts)].flatMap(own => [...own]))
  const terms = weighTerms(question, { texts: stems, vocabulary })
  const held = stems.map(own => heldBy(own, terms))
  const coverage = coverageOf(candidates, held, terms)
  const neighbours = neighboursIn(question)
  const focus = contentWords(question.focus ?? '').at(-1)?.stem
  const topScore = passages.reduce((top, { score }) => Math.max(top, score), 0)
  return candidates.map((candidate, at) => {
    const { passage } = candidate
    const own = held[at] ?? []
    const context = heldBy(contexts[at] ?? new Set(), terms)
    const isFirst = candidates[at - 1]?.passage !== passage
    const before = isFirst ? 0 : shareOf(beyond(own, held[at - 1] ?? []), terms)
    const features: SentenceFeatures = {
      overlap: shareOf(own, terms),
      rarest: rarestOf(own, terms),
      phrases: sharedNeighbours(neighbours, candidate),
      focus: focus !== undefined && stems[at]?.has(focus) ? 1 : 0,
      context: shareOf(beyond(own, context), terms),
      before,
      pronounAfter: PRONOUN.test(candidate.words[0]?.folded ?? '') ? before : 0,
      passageCoverage: coverage.get(passage) ?? 0,
      passageScore: topScore > 0 ? passage.score / topScore : 0,
      passageFirst: passage === passages[0] ? 1 : 0,
      ...fitKind({ question, terms }, candidate),
      ...formOf(question, candidate),
      ...labelOf(terms, candidate),
    }
    return { candidate, features }
  })
}

/** What stands above each candidate; those of one section share it. */
function contextsOf(candidates: readonly Candidate[]): ReadonlySet<string>[] {
  let last: { candidate: Candidate; context: ReadonlySet<string> } | undefined
  return candidates.map(candidate => {
    const { passage, heading } = candidate
    if (last?.candidate.passage !== passage || last.candidate.heading !== heading) {
      const above = [passage.title, ...passage.headings, heading].join(' ')
      last = { candidate, context: contentStems(above) }
    }
    return last.context
  })
}

/** How much of the question the sentences of each passage hold together. */
function coverageOf(
  candidates: readonly Candidate[],
  held: readonly Held[],
  terms: QuestionTerms,
): Map<Passage, number> {
  const best = new Map<Passage, number[]>()
  candidates.forEach(({ passage }, at) => {
    const own = held[at] ?? []
    const known = best.get(passage)
    best.set(
      passage,
      own.map((share, term) => Math.max(share, known?.[term] ?? 0)),
    )
  })
  return new Map(Array.from(best, ([passage, covered]) => [passage, shareOf(covered, terms)]))
}

/** Words that stand side by side in the question, small ones included: "named after", "capital of". */
export function neighboursIn({ text }: Question): (readonly [string, string])[] {
  const all = words(text).slice(0, MOST_NEIGHBOURS)
  return all.flatMap((word, at) => {
    const before = all[at - 1]
    if (!before || ASKING.test(before.folded)) return []
    const areSmall = STOP_WORDS.has(before.folded) && STOP_WORDS.has(word.folded)
    return areSmall ? [] : [[before.stem, word.stem] as const]
  })
}

export function sharedNeighbours(
  neighbours: readonly (readonly [string, string])[],
  { words: all }: Pick<Candidate, 'words'>,
): number {
  let found = 0
  for (const [first, second] of neighbours) {
    if (all.some(({ stem }, at) => stem === second && all[at - 1]?.stem === first)) found += 1
  }
  return neighbours.length === 0 ? 0 : found / neighbours.length
}

function formOf(question: Question, { words: all, text }: Candidate) {
  const asked = new Set(question.stems)
  const novel = new Set<string>()
  for (const { folded, stem } of all) {
    if (!STOP_WORDS.has(folded) && !asked.has(stem)) novel.add(stem)
  }
  return {
    length: Math.min(1, Math.log1p(all.length) / Math.log1p(LONG_WORDS)),
    novel: Math.min(1, novel.size / MANY_NOVEL),
    asks: text.endsWith('?') ? 1 : 0,
  }
}

/** Of a field the label must match: what is asked for is what the label names. */
function labelOf({ terms }: QuestionTerms, { label }: Candidate) {
  if (label === undefined) return { field: 0, label: 0 }
  const named = contentWords(label)
  const asked = named.filter(
    ({ stem }) => ASKING_STEMS.has(stem) || terms.some(({ credits }) => credits.has(stem)),
  )
  return { field: 1, label: named.length === 0 ? 0 : asked.length / named.length }
}
