import { plainText } from '@footnote/contract/report/plain-text'
import type { Billing, ErrorResponse, Output } from '@footnote/contract/responses'
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
  const content = {
    ...withFewPassages(body as Partial<Reported>),
    ...(billing && !hasFailed && { billing }),
  }
  return {
    ...(hasFailed && { isError: true }),
    content: [{ type: 'text', text: plainText(resultText(content as ToolBody)) }],
    structuredContent: content,
  }
}

interface Reported {
  readonly result: { readonly output?: Output }
}

/** Enough to check a value; more would crowd the context of a model. */
const MOST_EVIDENCE_CHARACTERS = 8_000

/** Keeps the evidence of values, as far as it is short. A report cites its sources in its text. */
function withFewPassages<Body extends Partial<Reported>>(body: Body): Body {
  const { output } = body.result ?? {}
  if (!output?.evidence) return body
  const { evidence, ...rest } = output
  let characters = 0
  const kept = evidence.filter(({ pointer, quote }) => {
    characters += pointer.length + quote.length
    return typeof output.content !== 'string' && characters <= MOST_EVIDENCE_CHARACTERS
  })
  return {
    ...body,
    result: { ...body.result, output: { ...rest, ...(kept.length > 0 && { evidence: kept }) } },
  }
}
