import type { CallResponse } from '@footnote/contract/responses'
import { PAUSE_MS, pause, UNAVAILABLE, within } from './follow-task.ts'
import { type ApiReply, apiRequest, type McpHost } from './mcp-host.ts'

export const NOT_FOUND = 404
/** A call that is not debited after these attempts ends by itself. */
const MOST_ATTEMPTS = 5

/**
 * Asks for a call that another host or a program has made, until it ends or the signal aborts. Returns the
 * reply that the call's own caller got, or the state of the call in the shape of a task.
 */
export async function followCall(
  host: Pick<McpHost, 'send'>,
  { taskId, until }: { taskId: string; until: AbortSignal },
): Promise<ApiReply> {
  for (;;) {
    // Not cut short: a result that arrives counts as delivered.
    const reply = await host.send(apiRequest('retrieve_call', { taskId }))
    const isOpen =
      reply.status === UNAVAILABLE || (reply.body as Partial<CallResponse>).status === 'running'
    if (!isOpen || until.aborted) return toReply(reply)
    await within(pause(PAUSE_MS), until)
  }
}

/** Cancels a call that its client no longer wants, once it is debited. The API decides about the refund. */
export async function stopCall(host: Pick<McpHost, 'send'>, taskId: string): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const { status } = await host.send(apiRequest('cancel_call', { taskId }))
    if (status !== NOT_FOUND && status !== UNAVAILABLE) return
    await pause(PAUSE_MS)
  }
}

function toReply(reply: ApiReply): ApiReply {
  const { result, billing } = reply.body as CallResponse
  return result ? { status: 200, body: { ...result, billing } } : asTask(reply)
}

/** Shows a call in the shape of a task, which the tools hand out for both. */
export function asTask(reply: ApiReply): ApiReply {
  if (reply.status !== 200) return reply
  const { request_id: task_id, ...rest } = reply.body as CallResponse
  return { status: 200, body: { task_id, ...rest } }
}
