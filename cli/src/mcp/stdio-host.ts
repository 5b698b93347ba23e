import type { ApiEvent, ApiReply, ApiRequest, McpHost } from '@footnote/mcp/mcp-host'
import { wasCancelled } from '@footnote/mcp/was-cancelled'
import type { Footnote } from '@footnote/sdk'
import { errorReply } from './error-reply.ts'
import { createPendingCalls } from './pending-calls.ts'

interface StdioHostOptions
  extends Pick<McpHost, 'waitMs' | 'reportCharacters' | 'closing' | 'websiteUrl' | 'reportFault'> {
  /** Opens a client with the current key, so that a login needs no restart of the agent. */
  readonly open: () => Promise<Footnote>
}

/** Runs the tools in the caller's process, calling the API through the SDK. */
export function createStdioHost({ open, closing, ...rest }: StdioHostOptions): McpHost {
  /** Never rejects: errors become replies. */
  async function send(request: ApiRequest, requestId?: string): Promise<ApiReply> {
    try {
      const footnote = await open()
      const body = await footnote.send(request, { signal: closing, requestId })
      return { status: isSubmission(request, body) ? 202 : 200, body }
    } catch (error) {
      return errorReply(error, { ...request, requestId })
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

  const pending = createPendingCalls(send)
  return { ...rest, send, watch, closing, pending, wasCancelled }
}

function isSubmission({ method }: ApiRequest, body: unknown): boolean {
  return method === 'POST' && typeof body === 'object' && body !== null && 'task_id' in body
}
