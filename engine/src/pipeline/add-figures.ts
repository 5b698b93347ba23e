import type { Finding } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import { answerFromFacts } from '../finance/answer-from-facts.ts'
import type { Shelf } from '../search/open-shelf.ts'
import type { Gathered } from './gather.ts'

/**
 * What companies reported answers first: code reads it exactly, and prose about the same says no more.
 * What it does not answer keeps what was read.
 */
export function addFigures(
  input: string,
  { findings, facts }: Gathered,
  { ledger, today, shelf }: { ledger: Ledger; today: string; shelf?: Shelf },
): readonly Finding[] {
  if (facts.length === 0 || !shelf) return findings
  const urls = new Set(facts.map(({ url }) => url))
  const passages = [...urls].flatMap(url => shelf.readAt(url))
  const answer = (question: string) => answerFromFacts(question, { facts, passages, ledger, today })
  const figures = answer(input)
  if (!figures) return findings
  const whole = { part: { question: input }, sentences: [], related: [], figures }
  if (findings.length <= 1) return [whole]
  return [whole, ...findings.filter(({ part }) => !answer(part.question))]
}
