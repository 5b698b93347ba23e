import type { SourceControls } from '../../engine/src/research.ts'
import { sentences } from '../../engine/src/text/sentences.ts'
import { wilson } from './interval.ts'
import type { Figure } from './report.ts'
import { containsAnswer } from './squad-score.ts'
import { paragraphHost, paragraphUrl, type Xquad, type XquadQuestion } from './xquad.ts'

/** Asks the operation under test. The text may carry markers and is empty for a refusal. */
export type Ask = (
  question: string,
  sources?: SourceControls,
) => Promise<{
  readonly text: string
  /** The address of the first citation. */
  readonly firstUrl?: string | undefined
}>

interface Outcome {
  readonly isContained: boolean
  readonly isRightSource: boolean
  readonly isRefused: boolean
}

const MOST_SENTENCES = 2
const MARKER = /\s*\[\[\d+\]\]/g

/**
 * Measures how often the answer contains the gold answer and cites its paragraph first. An answer of
 * more than two sentences counts as wrong.
 */
export async function measureAnswers(ask: Ask, { questions }: Xquad): Promise<Figure[]> {
  const outcomes: Outcome[] = []
  for (const one of questions) outcomes.push(judge(one, await ask(one.question)))
  return [
    row('gold answer in at most two sentences', outcomes, ({ isContained }) => isContained),
    row('right paragraph cited first', outcomes, ({ isRightSource }) => isRightSource),
    row('wrongly refused', outcomes, ({ isRefused }) => isRefused),
  ]
}

/** Measures how often a question without an answer is refused. Its own paragraph is excluded. */
export async function measureRefusals(
  ask: Ask,
  { questions }: Xquad,
  { name }: { name: string },
): Promise<Figure> {
  const refused: boolean[] = []
  for (const { question, paragraph } of questions) {
    const { text } = await ask(question, { exclude_domains: [paragraphHost(paragraph)] })
    refused.push(text === '')
  }
  return row(name, refused, isRefused => isRefused)
}

function judge(
  { answers, paragraph }: XquadQuestion,
  { text, firstUrl }: Awaited<ReturnType<Ask>>,
): Outcome {
  const plain = text.replace(MARKER, '')
  const count = sentences(plain).length
  return {
    isContained: count <= MOST_SENTENCES && containsAnswer(plain, answers),
    isRightSource: firstUrl === paragraphUrl(paragraph),
    isRefused: text === '',
  }
}

function row<Item>(
  name: string,
  outcomes: readonly Item[],
  isSuccess: (outcome: Item) => boolean,
): Figure {
  const n = outcomes.length
  const successes = outcomes.filter(isSuccess).length
  return { name, n, score: successes / n, ...wilson(successes, n) }
}
