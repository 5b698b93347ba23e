import { limits } from '@footnote/contract/limits'
import type { TaskResponse } from '@footnote/contract/responses'
import { type ApiReply, apiRequest, type McpHost } from './mcp-host.ts'
import type { Progress } from './progress.ts'

interface Following {
  readonly taskId: string
  readonly until: AbortSignal
  readonly tell: Progress['tell']
}

/** With which the service says that it cannot tell right now. */
export const UNAVAILABLE = 503
export const PAUSE_MS = limits.pollSeconds.shortest * 1_000

/** Listens until a task ends and fetches it; what was heard of it last when it was not over by then. */
export async function followTask(
  host: Pick<McpHost, 'send' | 'watch'>,
  { taskId, until, tell }: Following,
): Promise<ApiReply | undefined> {
  let latest: ApiReply | undefined
  for (;;) {
    for await (const event of host.watch(taskId, until)) {
      tell(event)
      const state = { status: 200, body: { ...(event.data as object), task_id: taskId } }
      if (event.event === 'state' && !isOver(state)) latest = state
    }
    if (until.aborted) return latest
    const reply = await within(host.send(apiRequest('retrieve_task', { taskId })), until)
    if (!reply) return latest
    if (isOver(reply)) return reply
    latest = reply
    // The events broke off, or could not be had: what remains is to look now and then.
    await within(pause(PAUSE_MS), until)
  }
}

/** A service that cannot tell right now is no news of the task. */
function isOver({ status, body }: ApiReply): boolean {
  if (status !== 200) return status !== UNAVAILABLE
  const task = body as TaskResponse
  return task.status === 'completed' || task.status === 'failed'
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds).unref()
  })
}

/** Returns the work's result, or undefined if the signal aborts first. The work itself continues. */
export async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const done = new AbortController()
  const aborted = new Promise<undefined>(resolve => {
    if (signal.aborted) setImmediate(() => resolve(undefined))
    signal.addEventListener('abort', () => resolve(undefined), { signal: done.signal })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    done.abort()
  }
}
