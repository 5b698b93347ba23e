import { plainText } from '@footnote/contract/report/plain-text'
import type { Output } from '@footnote/contract/responses'
import type { McpHost } from './mcp-host.ts'
import { type ReportLink, reportLink } from './report-resource.ts'
import { resultText, type ToolBody } from './result-text.ts'
import type { TextPart, ToolResult } from './tool-result.ts'

interface Reported {
  readonly task_id?: string
  readonly output?: Output
  readonly result?: { readonly output?: Output }
  readonly billing?: { readonly request_id: string }
}

/**
 * Cuts a report that would fill the model's context, and links to the whole. A result that matches a schema
 * stays whole, since a part of it would not match.
 */
export function shortenResult(
  result: ToolResult,
  { reportCharacters }: Pick<McpHost, 'reportCharacters'>,
): ToolResult<TextPart | ReportLink> {
  const body: Reported = result.structuredContent ?? {}
  const output = body.output ?? body.result?.output
  const taskId = body.task_id ?? body.billing?.request_id
  const report = output?.content
  if (!output || typeof report !== 'string' || taskId === undefined) return result
  if (report.length <= reportCharacters) return result
  const link = reportLink(taskId)
  const content = `${startOf(report, reportCharacters)}\n\n[This is the start of a report of ${report.length} characters. Read the resource ${link.uri} for the whole.]`
  const short = { ...output, content }
  const structuredContent = {
    ...body,
    ...(body.output ? { output: short } : { result: { ...body.result, output: short } }),
  }
  const text = plainText(resultText(structuredContent as unknown as ToolBody))
  return { ...result, content: [{ type: 'text', text }, link], structuredContent }
}

/** Ends at a line if there is one in the last part. */
function startOf(report: string, most: number): string {
  const line = report.lastIndexOf('\n', most)
  return report.slice(0, line > most / 2 ? line : most).trimEnd()
}
