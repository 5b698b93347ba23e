import { plainText } from '@footnote/contract/report/plain-text'
import type { Billing, ErrorResponse } from '@footnote/contract/responses'
import type { ApiReply } from './mcp-host.ts'
import { resultText, type ToolBody } from './result-text.ts'
import { toolError } from './tool-error.ts'

export interface TextPart {
  type: 'text'
  text: string
}

export interface ToolResult<Part extends object = TextPart> {
  // The protocol's results are open to more.
  [member: string]: unknown
  isError?: boolean
  content: Part[]
  structuredContent?: Record<string, unknown>
}

/** A reply of the API as a tool's result: its body, and the same in words. */
export function toolResult(
  { status, body }: ApiReply,
  { billing }: { billing?: Billing } = {},
): ToolResult {
  if (status >= 400) return toolError(body as ErrorResponse)
  const hasFailed = (body as { status?: string }).status === 'failed'
  const content = { ...(body as object), ...(billing && !hasFailed && { billing }) }
  return {
    ...(hasFailed && { isError: true }),
    content: [{ type: 'text', text: plainText(resultText(content as ToolBody)) }],
    structuredContent: content,
  }
}
