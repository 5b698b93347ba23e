import type { FactAnswer } from '../facts/answer.ts'
import { isPlace } from '../facts/filters.ts'
import type { Part } from '../plan/plan-research.ts'
import { LONGEST_QUESTION, type Restated } from './restate.ts'

interface PartOptions {
  /** The whole question. */
  readonly input: string
  readonly restate: (question: string, before: readonly string[]) => Promise<Restated>
  /** Answers clauses from facts. */
  readonly answer: (asked: string, restated: Restated) => FactAnswer | undefined
}

/** Places of an answer that the next part is about. */
const MOST_PLACES = 5

/** A sentence that tells of the person who asks, and asks nothing. */
const TELLS = /^(?:i|we|my|our|i['’]m|we['’]re)\b(?!.*\?)/i

/** Asks for advice or for the future, which no value tells. */
const BEYOND =
  /^(?:and |so |but )?(?:should|shall|would|will|could)\b|\bshould (?:i|we)\b|\b(?:will|going to)\b[^?]*\b(?:be|become|have|grow|reach|win)\b/i

/** Answers, from facts, the parts that the words of the collections did not, by what the model understands. */
export async function understandParts(
  parts: readonly Part[],
  { input, restate, answer }: PartOptions,
): Promise<Part[]> {
  const understood: Part[] = []
  let before: readonly string[] = []
  for (const part of parts) {
    const { question } = part
    if (part.answer) before = placesOf(part.answer)
    const isOpen = part.answer === undefined && !part.isSkipped && isRestatable(question)
    const restated = isOpen ? await restate(question, before) : undefined
    if (restated && restated.names.length > 0) before = restated.names
    const found = restated && restated.clauses.length > 0 ? answer(question, restated) : undefined
    understood.push(found ? { question, answer: found } : part)
  }
  const isAnswered = understood.some(part => part.answer !== undefined)
  const isWhole = parts.length === 1 && parts[0]?.question === input
  if (!isAnswered && !isWhole && isRestatable(input)) {
    const restated = await restate(input, [])
    const whole = restated.clauses.length > 0 ? answer(input, restated) : undefined
    if (whole) return [{ question: input, answer: whole }]
  }
  return understood.filter(part => part.answer || !isAnswered || !TELLS.test(part.question))
}

function isRestatable(question: string): boolean {
  return question.length <= LONGEST_QUESTION && !BEYOND.test(question)
}

/** The countries and territories that an answer is about. */
function placesOf({ list, statements }: FactAnswer): string[] {
  const facts = list?.facts ?? statements.flatMap(statement => statement.facts)
  const places = facts.filter(({ subject }) => isPlace(subject.kind))
  const names = new Set(places.map(({ subject }) => subject.name))
  return [...names].slice(0, list?.isForOne ? 1 : MOST_PLACES)
}
