import type { Intent } from './question-intent.ts'
import type { CitedValue } from './table.ts'
import type { TableAnswer } from './table-answer.ts'
import { stems } from './series.ts'

/** The sentence, or the part of it, that answers a question about the text around a table. */
export function answerFromText(intent: Intent, all: readonly CitedValue[]): TableAnswer | undefined {
  const asked = new Set(stems(intent.question))
  let best: { sentence: CitedValue; score: number } | undefined
  for (const sentence of all) {
    const own = new Set(stems(sentence.text))
    const score = asked.intersection(own).size / asked.size
    if (!best || score > best.score) best = { sentence, score }
  }
  if (!best || best.score === 0) return undefined
  return { kind: 'value', values: [best.sentence], scale: '', decimals: 0, inputs: [best.sentence], confidence: best.score * (intent.operation === 'explain' ? 1 : 0.4) }
}
