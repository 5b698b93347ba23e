import { operations } from '@footnote/contract/operations'
import { effortsOf } from '@footnote/contract/tools'
import type { ApiEvent, ApiReply, ApiRequest, McpHost } from '@footnote/mcp/mcp-host'
import { wasCancelled } from '@footnote/mcp/was-cancelled'
import type { AnswerRequest, CallOptions, FinanceRequest, Footnote } from '@footnote/sdk'
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
      const { include, ...call } = request
      const body = await footnote.send(call, { signal: closing, requestId, include })
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

  /** Streams a call that is no task, to report its stages and sources. */
  async function sendPaid(
    request: ApiRequest,
    requestId: string,
    note: (event: ApiEvent) => void,
  ): Promise<ApiReply> {
    if (!isStreamable(request)) return send(request, requestId)
    try {
      const footnote = await open()
      const events = streamTool(footnote, request, { signal: closing, requestId })
      for await (const event of events) {
        if (event.event === 'result') return { status: 200, body: event.data }
        if (event.event !== 'started') note(event)
      }
      throw new Error('the stream has no result')
    } catch (error) {
      return errorReply(error, { ...request, requestId })
    }
  }

  const pending = createPendingCalls(sendPaid)
  return { ...rest, send, watch, closing, pending, wasCancelled }
}

/** The SDK streams only what it knows to be no task; the API judges any other body. */
function isStreamable({ path, body = {} }: ApiRequest): boolean {
  const { research_effort: effort, background } = body as Readonly<Record<string, unknown>>
  if (path === operations.research.path || background !== undefined) return false
  if (effort === undefined) return true
  const efforts: readonly unknown[] = effortsOf('finance_research')
  return path === operations.finance_research.path && efforts.includes(effort)
}

function streamTool(footnote: Footnote, { path, body }: ApiRequest, options: CallOptions) {
  return path === operations.answer.path
    ? footnote.stream('answer', body as AnswerRequest, options)
    : footnote.stream('finance_research', body as FinanceRequest, options)
}

function isSubmission({ method }: ApiRequest, body: unknown): boolean {
  return method === 'POST' && typeof body === 'object' && body !== null && 'task_id' in body
}
