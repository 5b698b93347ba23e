import { createHash, randomUUIDv7 } from 'node:crypto'
import type { ErrorResponse, SubmissionResponse, TaskResponse } from '@footnote/contract/responses'
import { followTask } from '@footnote/mcp/follow-task'
import type { ApiReply, apiRequest, McpHost } from '@footnote/mcp/mcp-host'
import { ApiError } from '../../api-error.ts'
import { createOpenCalls } from '../../calls/open-calls.ts'
import { withRequestId } from '../request-id.ts'
import type { AppDependencies } from '../route.ts'

/** A model to be asked, by whom. */
export interface ModelCall {
  readonly accountId: string
  readonly request: ReturnType<typeof apiRequest>
  readonly self: Pick<McpHost, 'send' | 'watch'>
  /** The client says that it sends the same call again. */
  readonly isRetry: boolean
}

export interface RunningCall {
  readonly reply: Promise<ApiReply>
  /** Called when the connection ended, with whether the reply was written to it. */
  end(outcome: 'delivered' | 'abandoned'): void
}

interface Recent {
  readonly requestId: string
  isAbandoned: boolean
}

const MOST_PER_ACCOUNT = 100
const TOO_MANY = `Your account already has ${MOST_PER_ACCOUNT} such calls running, so this one was not started or charged. Wait until one ends, then try again.`
/** As long as an open call keeps its reply. */
const FORGET_MS = 120_000

/**
 * Runs calls for OpenAI’s clients. These repeat a call by themselves when its connection breaks, without
 * saying that it is the same. A call whose reply nobody got is therefore remembered for a while, and the
 * same request gets its reply instead of a second charge.
 */
export function createRunModel(deps: AppDependencies): (call: ModelCall) => RunningCall {
  const { reportFault, closing } = deps
  const openCalls = createOpenCalls({ reportFault }, { most: MOST_PER_ACCOUNT })
  /** By account and request; the entry goes when its reply is delivered or forgotten. */
  const recent = new Map<string, Recent>()

  return call => {
    const { accountId, request, isRetry } = call
    const key = createHash('sha256')
      .update(JSON.stringify([accountId, request]))
      .digest('base64')
    const known = recent.get(key)
    const again =
      known && (known.isAbandoned || isRetry)
        ? openCalls.find({ requestId: known.requestId, accountId })
        : undefined
    const entry = again && known ? known : { requestId: randomUUIDv7(), isAbandoned: false }
    entry.isAbandoned = false
    const ending = again ?? start(call, entry)
    recent.set(key, entry)
    void ending.then(() => setTimeout(forget, FORGET_MS).unref())
    return {
      reply: ending.then(({ event, data }) =>
        event === 'result' ? data : { status: 503, body: data },
      ),
      end(outcome) {
        if (outcome === 'delivered') forget()
        else entry.isAbandoned = true
      },
    }

    function forget() {
      if (recent.get(key) === entry) recent.delete(key)
    }
  }

  function start(call: ModelCall, entry: Recent) {
    try {
      const owner = { requestId: entry.requestId, accountId: call.accountId }
      return openCalls.start(owner, () => run(call, entry))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      throw new ApiError('RATE_LIMITED', { message: TOO_MANY })
    }
  }

  /** Sends the call and, if it became a task, waits for the task’s end. */
  async function run({ self, request }: ModelCall, { requestId }: Recent): Promise<ApiReply> {
    const reply = await withRequestId(requestId, () => self.send(request))
    if (reply.status !== 202) return reply
    const { task_id: taskId, billing } = reply.body as SubmissionResponse
    const ended = await followTask(self, { taskId, until: closing, tell: () => {} })
    const task = ended?.body as TaskResponse | ErrorResponse | undefined
    if (task && 'status' in task && task.status === 'completed') {
      return { status: 200, body: { ...task, billing } }
    }
    if (task && 'status' in task && task.status === 'failed') return { status: 502, body: task }
    if (task && 'code' in task && ended && ended.status >= 400) return ended
    throw new ApiError('JOB_POLL_FAILED', {
      message: `The service is restarting. The research goes on and stays paid: get its report with GET /api/v1/research/${taskId}, which is free.`,
    })
  }
}
