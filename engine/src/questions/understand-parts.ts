import type { FactAnswer } from '../facts/answer.ts'
import type { Part } from '../plan/plan-research.ts'
import type { Restated } from './restate.ts'

interface PartOptions {
  readonly restate: (question: string, before: readonly string[]) => Promise<Restated>
  /** Answers clauses from facts. */
  readonly answer: (asked: string, restated: Restated) => FactAnswer | undefined
}

/** A sentence that tells of the person who asks, and asks nothing. */
const TELLS = /^(?:i|we|my|our|i['’]m|we['’]re)\b(?!.*\?)/i

/** Asks for advice or for the future, which no value tells. */
const BEYOND =
  /^(?:and |so |but )?(?:should|shall|would|will|could)\b|\bshould (?:i|we)\b|\b(?:will|going to)\b[^?]*\b(?:be|become|have|grow|reach|win)\b/i

/** Answers, from facts, the parts that the words of the collections did not, by what the model understands. */
export async function understandParts(
  parts: readonly Part[],
  { restate, answer }: PartOptions,
): Promise<Part[]> {
  const understood: Part[] = []
  let before: readonly string[] = []
  for (const part of parts) {
    const { question } = part
    const isOpen = part.answer === undefined && !part.isSkipped && !BEYOND.test(question)
    const restated = isOpen ? await restate(question, before) : undefined
    if (restated && restated.names.length > 0) before = restated.names
    const found = restated && restated.clauses.length > 0 ? answer(question, restated) : undefined
    understood.push(found ? { question, answer: found } : part)
  }
  const isAnswered = understood.some(part => part.answer !== undefined)
  return understood.filter(part => part.answer || !isAnswered || !TELLS.test(part.question))
}
