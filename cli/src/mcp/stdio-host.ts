import type { ApiEvent, ApiReply, ApiRequest, McpHost } from '@footnote/mcp/mcp-host'
import type { Footnote } from '@footnote/sdk'
import { errorReply } from './error-reply.ts'
import { createPendingCalls, MOST_CALLS } from './pending-calls.ts'

interface StdioHostOptions
  extends Pick<McpHost, 'waitMs' | 'closing' | 'websiteUrl' | 'reportFault'> {
  /** A client with the key of this moment: whoever logs in need not start the agent again. */
  readonly open: () => Promise<Footnote>
}

const RETENTION = {
  kept: `The result of anything but a background task is kept only as long as this MCP server runs, and only of the latest ${MOST_CALLS} calls.`,
  gone: 'Or it was an answer or financial research, which is kept only while the MCP server that started it is running: usage shows what was charged.',
}

/** The tools' host in a program of the caller's own: the API through the SDK. */
export function createStdioHost({ open, closing, ...rest }: StdioHostOptions): McpHost {
  /** Never rejects: whatever comes of it is a reply. */
  async function send(request: ApiRequest): Promise<ApiReply> {
    try {
      const footnote = await open()
      const body = await footnote.send(request, { signal: closing })
      return { status: isSubmission(request, body) ? 202 : 200, body }
    } catch (error) {
      return errorReply(error, request)
    }
  }

  async function* watch(taskId: string, signal: AbortSignal): AsyncGenerator<ApiEvent> {
    try {
      const footnote = await open()
      yield* footnote.tasks.events(taskId, { signal })
    } catch {
      // Whether the reader stopped it or it broke off: there are no more events, which is no news.
    }
  }

  return { ...rest, send, watch, closing, pending: createPendingCalls(send), retention: RETENTION }
}

function isSubmission({ method }: ApiRequest, body: unknown): boolean {
  return method === 'POST' && typeof body === 'object' && body !== null && 'task_id' in body
}
