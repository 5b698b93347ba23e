import { DEFAULT_EFFORTS, isAlwaysTask } from '@footnote/contract/prices'
import type { AnswerRequest, FinanceRequest, ResearchRequest } from '@footnote/contract/requests'

/** A request to one of the tools, in the API's form. */
export type ToolRequest =
  | { readonly tool: 'answer'; readonly body: AnswerRequest }
  | { readonly tool: 'research'; readonly body: ResearchRequest }
  | { readonly tool: 'finance_research'; readonly body: FinanceRequest }

/** Returns whether the call runs as a background task. */
export function isTask({ tool, body }: ToolRequest): boolean {
  if (tool !== 'research') return false
  return (
    body.background === true ||
    isAlwaysTask({ tool, effort: body.research_effort ?? DEFAULT_EFFORTS.research })
  )
}
