import { limits } from '@footnote/contract/limits'
import type { ToolRequest } from '../tool-request.ts'

const COUNT = new Intl.NumberFormat('en')

/** Describes a request that is too large as a whole, though none of its parts is. */
export function sizeFault({ body }: ToolRequest): string | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length
  if (bytes <= limits.bodyBytes) return undefined
  return `This request has ${COUNT.format(bytes)} bytes; the limit is ${COUNT.format(limits.bodyBytes)}. Shorten the question, the schema or the domain lists.`
}
