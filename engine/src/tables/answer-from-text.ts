import type { Span } from '../text/span.ts'
import { cutCause, cutClause } from './cut-clause.ts'
import { periods } from './periods.ts'
import { pickQuantities, wantedQuantity } from './pick-quantity.ts'
import type { Intent } from './question-intent.ts'
import { rankSentences } from './rank-sentences.ts'
import type { CitedValue } from './table.ts'
import type { TableAnswer } from './table-answer.ts'

/** The part of a sentence near the table that answers a question, as it stands there. */
export function answerFromText(
  intent: Intent,
  all: readonly CitedValue[],
): TableAnswer | undefined {
  const [best, ...others] = rankSentences(intent.question, all)
  if (!best) return undefined
  const wanted = intent.operation === 'explain' ? undefined : wantedQuantity(intent.question)
  if (wanted) {
    for (const candidate of [best, ...others].slice(0, 4)) {
      if (candidate.score < best.score * 0.75) break
      const isEach = intent.isRespective || intent.periods.length > 1
      const spans = pickQuantities(intent.question, candidate.sentence.text, wanted, isEach)
      if (spans.length > 0) return answer(candidate.sentence, spans, candidate.coverage * 0.9)
    }
  }
  const span = partOf(intent, best.sentence.text) ?? { start: 0, end: best.sentence.text.length }
  return answer(best.sentence, [span], best.coverage * (wanted ? 0.5 : 0.9))
}

function partOf(intent: Intent, sentence: string): Span | undefined {
  const { question } = intent
  if (
    /\bwhy\b|\breasons?\b|\bwhat (?:led|caused|drove|resulted)\b|\bcauses?\b|\bfactors?\b/i.test(
      question,
    )
  )
    return cutCause(sentence)
  if (/^\W*(?:when|on what date|what date)\b/i.test(question)) {
    const asked = periods(question)
    const found = periods(sentence).find(
      time =>
        !asked.some(
          other => question.slice(other.start, other.end) === sentence.slice(time.start, time.end),
        ),
    )
    if (found) return found
  }
  if (/^\W*(?:is|are|was|were|did|does|do|has|have|can|will)\b/i.test(question)) return undefined
  return cutClause(question, sentence)
}

function answer(
  { passage, start }: CitedValue,
  spans: readonly Span[],
  confidence: number,
): TableAnswer {
  const values = spans.map(span => ({
    passage,
    start: start + span.start,
    end: start + span.end,
    text: passage.text.slice(start + span.start, start + span.end),
  }))
  return {
    kind: values.length > 1 ? 'values' : 'value',
    values,
    scale: '',
    decimals: 0,
    inputs: values,
    confidence,
  }
}
