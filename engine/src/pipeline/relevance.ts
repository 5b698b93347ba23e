import type { Part } from '../plan/part.ts'
import type { Question } from '../question/question.ts'
import type { FoundSentence } from '../read/find-sentences.ts'
import { contentWords, words } from '../text/words.ts'
import { RELEVANCE_WEIGHTS } from './relevance-weights.ts'

/** What speaks for a found sentence being about the question at all, each from 0 to 1. */
export interface RelevanceFeatures {
  readonly one: number
  readonly coverage: number
  readonly overlap: number
  /** How many of the question's words its passage has, title and headings included. */
  readonly passageWords: number
  /** Of questions with names: how many of the names' words its passage has. */
  readonly names: number
  readonly isNamed: number
  /** How many of its other words the passage has; 1 when there are none. */
  readonly otherWords: number
  /** Much that agrees in a long question is less likely to be chance. */
  readonly length: number
}

const LONG_QUESTION = 12
const TINY_QUESTION = 2
const SURE_COVERAGE = 0.6
const LEAST_RELATED_OVERLAP = 0.4
/** Sentences after the first must say something of what was asked, or be nearly as good. */
const LEAST_COVERAGE = 0.25
const CLOSE_SCORES = 3

/**
 * What answers the question, best first; empty when even the best is about something else. Saying so
 * is then the right answer.
 */
export function relevant(found: readonly FoundSentence[], question: Question): FoundSentence[] {
  const [best] = found
  if (!best || !isRelevant(relevanceFeatures(best, question), question)) return []
  return found.filter(
    one => one.coverage >= LEAST_COVERAGE || best.score - one.score <= CLOSE_SCORES,
  )
}

function isRelevant(features: RelevanceFeatures, { stems, names }: Question): boolean {
  const { isNamed, otherWords, passageWords, coverage } = features
  // Whoever asks about somebody by name wants nothing about others.
  if (
    isNamed &&
    features.names === 0 &&
    (coverage < SURE_COVERAGE || stems.length <= TINY_QUESTION)
  )
    return false
  // A name of one word may be anybody's: something else must agree.
  const isPlain = contentWords(names.join(' ')).length === 1
  if (isPlain && otherWords === 0) return false
  // In a tiny question every word counts.
  if (stems.length <= TINY_QUESTION && passageWords < 1 && !isNamed) return false
  return relevance(features) >= 0
}

/** Not an answer, but about the same thing. */
export function isRelated({ overlap, passage }: FoundSentence, { subject }: Part): boolean {
  const isAboutSubject = subject?.documentIds.includes(passage.documentId) ?? true
  return isAboutSubject && overlap >= LEAST_RELATED_OVERLAP
}

export function relevanceFeatures(found: FoundSentence, question: Question): RelevanceFeatures {
  const { title, headings, text } = found.passage
  const around = words([title, ...headings, text].join(' '))
  const stems = new Set(around.map(({ stem }) => stem))
  const folded = new Set(around.map(word => singular(word.folded)))
  const names = contentWords(question.names.join(' '))
  const ofNames = new Set(names.map(({ stem }) => stem))
  const others = question.stems.filter(stem => !ofNames.has(stem))
  return {
    one: 1,
    coverage: found.coverage,
    overlap: found.overlap,
    passageWords: share(question.stems, stem => stems.has(stem)),
    names: share(names, name => folded.has(singular(name.folded))),
    isNamed: names.length > 0 ? 1 : 0,
    otherWords: others.length === 0 ? 1 : share(others, stem => stems.has(stem)),
    length: Math.min(1, question.stems.length / LONG_QUESTION),
  }
}

/** Names are told apart by more than their stem: Napoleonic law says nothing about Napoleon. */
function singular(name: string): string {
  return name.replace(/s$/, '')
}

function relevance(features: RelevanceFeatures): number {
  let sum = 0
  for (const name of FEATURES) sum += RELEVANCE_WEIGHTS[name] * features[name]
  return sum
}

const FEATURES = Object.keys(RELEVANCE_WEIGHTS) as (keyof RelevanceFeatures)[]

function share<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(holds).length / items.length
}
