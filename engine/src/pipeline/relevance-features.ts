import type { Question } from '../question/question.ts'
import type { FoundSentence } from '../read/find-sentences.ts'
import { creditsFor } from '../read/match-words.ts'
import { ASKING_STEMS } from '../read/question-terms.ts'
import { neighboursIn, sharedNeighbours } from '../read/sentence-features.ts'
import { contentWords, words } from '../text/words.ts'

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
  /** A part of a name is missing: the name may be somebody else's. */
  readonly isOtherName: number
  /** How many of its other words the passage has; 1 when there are none. */
  readonly otherWords: number
  /** Words that stand side by side in the question and in the sentence. */
  readonly phrases: number
  /** Much that agrees in a long question is less likely to be chance. */
  readonly held: number
  readonly length: number
}

const LONG_QUESTION = 12
const MUCH_HELD = 8

export function relevanceFeatures(found: FoundSentence, question: Question): RelevanceFeatures {
  const { title, headings, text } = found.passage
  const around = words([title, ...headings, text].join(' '))
  const stems = new Set(around.map(({ stem }) => stem))
  const folded = new Set(around.map(word => singular(word.folded)))
  const names = contentWords(question.names.join(' '))
  const ofNames = new Set(names.map(({ stem }) => stem))
  const others = question.stems.filter(stem => !ofNames.has(stem))
  const ownNames = share(names, name => folded.has(singular(name.folded)))
  const held = question.stems.length - missingStems(found, question).length
  return {
    one: 1,
    coverage: found.coverage,
    overlap: found.overlap,
    passageWords: share(question.stems, stem => stems.has(stem)),
    names: ownNames,
    isNamed: names.length > 0 ? 1 : 0,
    isOtherName: names.length > 0 && ownNames < 1 ? 1 : 0,
    otherWords: others.length === 0 ? 1 : share(others, stem => stems.has(stem)),
    phrases: sharedNeighbours(neighboursIn(question), { words: words(found.text) }),
    held: Math.min(1, held / MUCH_HELD),
    length: Math.min(1, question.stems.length / LONG_QUESTION),
  }
}

/** The question's words that stand neither in the sentence nor above it, nor others of their family. */
export function missingStems(found: FoundSentence, { stems }: Question): string[] {
  const isSaid = saidBy(found)
  return stems.filter(stem => isTelling(stem) && !isSaid(stem))
}

/** Whether a word, or another of its family, stands in the sentence or above it. */
export function saidBy({
  passage,
  text,
}: Pick<FoundSentence, 'passage' | 'text'>): (stem: string) => boolean {
  const said = words([passage.title, ...passage.headings, text].join(' '))
  const own = new Set(said.map(({ stem }) => stem))
  return stem => own.has(stem) || creditsFor(stem, own).size > 0
}

/** Words by which one asks for something need not stand in the answer. */
export function isTelling(stem: string): boolean {
  return !ASKING_STEMS.has(stem) && !/^(?:get|give|take|need|want)$/.test(stem)
}

/** Names are told apart by more than their stem: Napoleonic law says nothing about Napoleon. */
function singular(name: string): string {
  return name.replace(/s$/, '')
}

function share<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(holds).length / items.length
}
