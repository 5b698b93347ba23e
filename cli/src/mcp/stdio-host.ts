import type { ApiEvent, ApiReply, ApiRequest, McpHost } from '@footnote/mcp/mcp-host'
import type { Footnote } from '@footnote/sdk'
import { errorReply } from './error-reply.ts'
import { createPendingCalls, MOST_CALLS } from './pending-calls.ts'

interface StdioHostOptions
  extends Pick<McpHost, 'waitMs' | 'closing' | 'websiteUrl' | 'reportFault'> {
  /** Opens a client with the current key, so that a login needs no restart of the agent. */
  readonly open: () => Promise<Footnote>
}

const RETENTION = {
  kept: `Results other than those of background tasks are kept only while this MCP server runs, and only for the latest ${MOST_CALLS} calls.`,
  gone: 'It may also have been an answer or financial research, whose result is kept only while the MCP server that started it is running. Call usage to see what was charged.',
}

/** Runs the tools in the caller's process, calling the API through the SDK. */
export function createStdioHost({ open, closing, ...rest }: StdioHostOptions): McpHost {
  /** Never rejects: errors become replies. */
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
      // A stream that breaks off says nothing about the task.
    }
  }

  return { ...rest, send, watch, closing, pending: createPendingCalls(send), retention: RETENTION }
}

function isSubmission({ method }: ApiRequest, body: unknown): boolean {
  return method === 'POST' && typeof body === 'object' && body !== null && 'task_id' in body
}
