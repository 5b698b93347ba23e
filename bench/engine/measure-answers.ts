import { sentences } from '../../engine/src/text/sentences.ts'
import { type Interval, wilson } from './interval.ts'
import { containsAnswer } from './squad-score.ts'
import { isFitted, paragraphUrl, type Xquad, type XquadQuestion } from './xquad.ts'

/** Asks whatever is measured; the text may carry markers. */
export type Ask = (question: string) => Promise<{
  readonly text: string
  /** Of the first citation. */
  readonly firstUrl?: string | undefined
}>

export interface ShareRow extends Interval {
  readonly name: string
  readonly successes: number
  readonly n: number
  readonly share: number
}

interface Outcome {
  readonly isFitted: boolean
  readonly isContained: boolean
  readonly isRightSource: boolean
  readonly sentences: number
}

const MOST_SENTENCES = 2
const MARKER = /\s*\[\[\d+\]\]/g

/**
 * How often the answer says the gold answer and cites its paragraph first. An answer of more sentences
 * than allowed counts as wrong. The articles that weights were fitted on are told apart.
 */
export async function measureAnswers(ask: Ask, { xquad }: { xquad: Xquad }): Promise<ShareRow[]> {
  const outcomes: Outcome[] = []
  for (const question of xquad.questions) {
    const reply = await ask(question.question)
    outcomes.push({ ...judge(question, reply), isFitted: isFitted(xquad, question) })
  }
  const unseen = outcomes.filter(outcome => !outcome.isFitted)
  return [
    row('answer contained', outcomes, ({ isContained }) => isContained),
    row('answer contained, articles not fitted on', unseen, ({ isContained }) => isContained),
    row('right paragraph cited first', outcomes, ({ isRightSource }) => isRightSource),
    row('right paragraph, articles not fitted on', unseen, ({ isRightSource }) => isRightSource),
    row('at most two sentences', outcomes, outcome => outcome.sentences <= MOST_SENTENCES),
  ]
}

function judge(
  { answers, paragraph }: XquadQuestion,
  { text, firstUrl }: Awaited<ReturnType<Ask>>,
): Omit<Outcome, 'isFitted'> {
  const plain = text.replace(MARKER, '')
  const count = sentences(plain).length
  return {
    sentences: count,
    isContained: count <= MOST_SENTENCES && containsAnswer(plain, answers),
    isRightSource: firstUrl === paragraphUrl(paragraph),
  }
}

function row(
  name: string,
  outcomes: readonly Outcome[],
  isSuccess: (outcome: Outcome) => boolean,
): ShareRow {
  const n = outcomes.length
  const successes = outcomes.filter(isSuccess).length
  return { name, successes, n, share: successes / n, ...wilson(successes, n) }
}
