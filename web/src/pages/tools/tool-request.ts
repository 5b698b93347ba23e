import { isAlwaysTask } from '@footnote/contract/prices'
import type { RequestOf } from '@footnote/contract/requests'
import { type Effort, type Tool, tools } from '@footnote/contract/tools'

/** A request to one of the tools, in the API's form. */
export type ToolRequest = {
  readonly [Name in Tool]: { readonly tool: Name; readonly body: RequestOf<Name> }
}[Tool]

/** The fields that some of the tools take. */
interface AnyBody {
  readonly query?: string
  readonly input?: string
  readonly research_effort?: Effort
  readonly background?: boolean
}

export function questionOf({ tool, body }: ToolRequest): string {
  return (body as AnyBody)[tools[tool].question.field] ?? ''
}

export function effortOf({ tool, body }: ToolRequest): Effort | null {
  const { defaultEffort } = tools[tool]
  return defaultEffort && ((body as AnyBody).research_effort ?? defaultEffort)
}

/** Returns whether the call runs as a background task. */
export function isTask(request: ToolRequest): boolean {
  const { background = false } = request.body as AnyBody
  return background || isAlwaysTask({ tool: request.tool, effort: effortOf(request) })
}
