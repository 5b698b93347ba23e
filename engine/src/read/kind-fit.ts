import type { Question } from '../question/question.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import type { Word } from '../text/words.ts'
import { answerPhrases, kindWanted } from './answer-phrases.ts'
import { heldBy, type QuestionTerms, shareOf } from './question-terms.ts'

/** Whether a sentence holds something of the kind that is asked for. */
export interface KindFit {
  readonly figureFits: number
  readonly nameFits: number
  readonly cueFits: number
  /** How much of the question stands around the phrase that fits. */
  readonly near: number
}

const NONE: KindFit = { figureFits: 0, nameFits: 0, cueFits: 0, near: 0 }
const NEAR_WORDS = 8
const CUES = {
  reason:
    /\b(?:because|due to|owing to|since|so that|in order to|as a result|therefore|thus|reason|caused?|led to|to (?:avoid|prevent|protect|allow|ensure|keep|make))\b/i,
  manner: /\b(?:by \w+ing|through|using|by means of|via|with the help)\b/i,
  definition:
    /\b(?:is|are|was|were|means?|refers? to|known as|called|defined as)\b(?:\s+\w+){0,2}\s+(?:an?|the|one|any)\b/i,
} as const

export function fitKind(
  { question, terms }: { question: Question; terms: QuestionTerms },
  sentence: { text: string; words: readonly Word[] },
): KindFit {
  const kind = kindWanted(question)
  if (kind === 'reason' || kind === 'manner' || kind === 'definition') {
    return { ...NONE, cueFits: CUES[kind].test(sentence.text) ? 1 : 0 }
  }
  const phrases = kind === 'list' ? undefined : answerPhrases(question, sentence)
  if (!phrases) return NONE
  const { words } = sentence
  // What the question says itself does not answer it.
  const isFresh = ({ folded, stem }: Word) =>
    !STOP_WORDS.has(folded) && !question.stems.includes(stem)
  const fresh = phrases.filter(({ start, end }) =>
    words.some(word => word.start < end && word.end > start && isFresh(word)),
  )
  if (fresh.length === 0) return NONE
  const near = fresh.reduce((best, { start }) => {
    const first = words.findIndex(({ end }) => end > start)
    const around = words.slice(Math.max(0, first - NEAR_WORDS), first + NEAR_WORDS)
    return Math.max(best, shareOf(heldBy(new Set(around.map(({ stem }) => stem)), terms), terms))
  }, 0)
  const isName = kind === 'person' || kind === 'place' || kind === 'organisation'
  return { ...NONE, ...(isName ? { nameFits: 1 } : { figureFits: 1 }), near }
}
