import { DEFAULT_EFFORTS, isAlwaysTask } from '@footnote/contract/prices'
import type { AnswerRequest, FinanceRequest, ResearchRequest } from '@footnote/contract/requests'

/** A call of one of the tools, as the API takes it. */
export type ToolRequest =
  | { readonly tool: 'answer'; readonly body: AnswerRequest }
  | { readonly tool: 'research'; readonly body: ResearchRequest }
  | { readonly tool: 'finance_research'; readonly body: FinanceRequest }

/** Whether the answer comes as a task that is fetched later. */
export function isTask({ tool, body }: ToolRequest): boolean {
  if (tool !== 'research') return false
  return (
    body.background === true ||
    isAlwaysTask({ tool, effort: body.research_effort ?? DEFAULT_EFFORTS.research })
  )
}
