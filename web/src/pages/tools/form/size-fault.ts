import { limits } from '@footnote/contract/limits'
import type { ToolRequest } from '../tool-request.ts'

const COUNT = new Intl.NumberFormat('en')

/** What keeps a request from being sent for its size alone, as the parts of a form cannot tell. */
export function sizeFault({ body }: ToolRequest): string | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length
  if (bytes <= limits.bodyBytes) return undefined
  return `This request has ${COUNT.format(bytes)} bytes, and at most ${COUNT.format(limits.bodyBytes)} can be sent: shorten the question, the schema or the lists of domains.`
}
