import type { AnswerResult, Output } from '@footnote/contract/responses'
import type { Effort, Tool } from '@footnote/contract/tools'
import type { ToolRequest } from '../pages/tools/tool-request.ts'
import { questionOf } from '../pages/tools/tool-request.ts'
import { headingOf, titleOf } from '../report/title-of.ts'

type KeptResult = AnswerResult | { readonly output: Output }

type RunOutcome =
  | { readonly kind: 'open' }
  | { readonly kind: 'result'; readonly result: KeptResult }
  | { readonly kind: 'failed'; readonly message: string; readonly isRefunded: boolean }

/** A call in the history of this browser. */
export interface HistoryRun {
  /** The request ID, which for a task is its ID. */
  readonly id: string
  readonly startedAt: number
  readonly endedAt?: number | undefined
  readonly isStarred: boolean
  readonly tool: Tool
  readonly effort: Effort | null
  /** Unknown for a task that was started elsewhere and viewed here. */
  readonly request?: ToolRequest | undefined
  readonly isTask: boolean
  readonly costUnits: number
  readonly outcome: RunOutcome
}

export function questionOfRun({ request }: HistoryRun): string | undefined {
  return request && questionOf(request)
}

/** The question, or the report's first heading if the question is unknown. */
export function titleOfRun(run: HistoryRun): string | undefined {
  return titleOf(questionOfRun(run)) ?? headingOf(textOfRun(run))
}

/** The text of the result, or its JSON. */
export function textOfRun({ outcome }: HistoryRun): string {
  if (outcome.kind !== 'result') return ''
  if ('answer' in outcome.result) return outcome.result.answer
  const { content } = outcome.result.output
  return typeof content === 'string' ? content : JSON.stringify(content)
}

/** Finds the runs whose question or result contains all words, in any order and case. */
export function searchRuns(runs: readonly HistoryRun[], words: string): readonly HistoryRun[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return runs
  return runs.filter(run => {
    const text = `${questionOfRun(run) ?? ''} ${textOfRun(run)}`.toLowerCase()
    return wanted.every(word => text.includes(word))
  })
}
