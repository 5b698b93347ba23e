import type { Budget } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import type { FoundSentence } from '../evidence/found-sentence.ts'
import type { Evidence, Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { stateTableAnswer } from './state-table-answer.ts'
import { findConflicts } from './table-sections.ts'

/** What a model may write from, and nothing else. */
export interface WritingMaterial {
  /** The best for each part first, so that what does not fit is the least of each. */
  readonly evidence: readonly Evidence[]
  /** What code looked up, ranked or calculated, as sentences; the ids F1, F2 and so on count them. */
  readonly facts: readonly Statement[]
}

/** A model chooses among more than rules would say. */
const QUOTES_FOR_EACH_SENTENCE = 3
const MOST_FACTS = 200

export function gatherMaterial(
  findings: readonly Finding[],
  { ledger, limits }: { ledger: Ledger; limits: Budget },
): WritingMaterial {
  const facts = [
    ...findings.flatMap(finding => factsOf(finding, ledger)),
    ...findConflicts(findings, ledger),
  ].slice(0, MOST_FACTS)
  const most = limits.sentencesPerPart * QUOTES_FOR_EACH_SENTENCE
  const lists = findings.map(({ sentences, related }) => [
    ...sentences.slice(0, most),
    ...related.slice(0, limits.relatedPerPart),
  ])
  const evidence = inTurn(lists).map(({ passage, span }) => ledger.enter(passage, span))
  return { evidence: [...new Set(evidence)], facts }
}

function factsOf({ tableAnswer, figures }: Finding, ledger: Ledger): Statement[] {
  return [
    ...(tableAnswer ? [stateTableAnswer(tableAnswer, ledger)] : []),
    ...(figures ? [...figures.statements, ...figures.conflicts] : []),
  ]
}

/** The first of each list, then the second of each, and so on. */
function inTurn(lists: readonly (readonly FoundSentence[])[]): FoundSentence[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap(list => list[at] ?? [])).flat()
}
