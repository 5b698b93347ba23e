import { createHash } from 'node:crypto'
import type {
  AcceptedResponse,
  ErrorResponse,
  SubmissionResponse,
  TaskResponse,
} from '@footnote/contract/responses'
import { followTask } from '@footnote/mcp/follow-task'
import type { ApiReply, apiRequest, McpHost } from '@footnote/mcp/mcp-host'
import { ApiError, errorBody } from '../../api-error.ts'
import { checkLater, readCallPatiently } from '../../calls/read-call.ts'
import { takeResult } from '../../calls/take-result.ts'
import { withRequestId } from '../request-id.ts'
import type { AppDependencies } from '../route.ts'

/** A model to be asked, by whom. */
export interface ModelCall {
  readonly requestId: string
  readonly accountId: string
  readonly request: ReturnType<typeof apiRequest>
  /** Sends to the API, asking for the result later. */
  readonly self: Pick<McpHost, 'send' | 'watch'>
  /** The caller chose the id, so it can tell its own calls apart. */
  readonly hasChosenId: boolean
  /** The client says that it sends the same call again. */
  readonly isRetry: boolean
}

export interface ModelOutcome extends ApiReply {
  /** Whether the call was debited, so that sending it again would pay twice. */
  readonly isCharged: boolean
  /** The charge whose held result this is. Its delivery must be noted. */
  readonly chargeId?: string
}

export interface RunningCall {
  readonly requestId: string
  outcome(until: AbortSignal): Promise<ModelOutcome>
  /** Notes that the client left before its reply. */
  abandon(): void
}

interface Remembered {
  readonly requestId: string
  readonly startedAt: number
  readonly started: Promise<ApiReply>
  isAbandoned: boolean
}

const MOST_REMEMBERED = 10_000
const REMEMBER_MS = 3_600_000

/**
 * Runs calls for OpenAI’s clients. These repeat a call by themselves when its connection breaks, without
 * saying that it is the same. So each call is remembered for a while by a digest of its request. If its
 * reply did not go out, or the client says that it tries again, the same request gets the first call’s
 * outcome instead of a second charge.
 */
export function createRunModel({
  calls,
  closing,
}: AppDependencies): (call: ModelCall) => RunningCall {
  const remembered = new Map<string, Remembered>()

  return call => {
    const { accountId, request, isRetry, hasChosenId, self } = call
    const key = createHash('sha256')
      .update(JSON.stringify([accountId, request]))
      .digest('base64')
    const known = hasChosenId ? undefined : remembered.get(key)
    const isKnown = known && performance.now() - known.startedAt < REMEMBER_MS
    const entry = isKnown && (known.isAbandoned || isRetry) ? known : start(call)
    entry.isAbandoned = false
    if (!hasChosenId) remember(key, entry)
    const owner = { accountId, requestId: entry.requestId }

    return {
      requestId: entry.requestId,
      async outcome(until) {
        const started = await entry.started
        if (started.status !== 202) {
          if (remembered.get(key) === entry) remembered.delete(key)
          return { ...started, isCharged: false }
        }
        try {
          const accepted = started.body as SubmissionResponse | AcceptedResponse
          const signal = AbortSignal.any([until, closing])
          return 'task_id' in accepted
            ? await endOfTask(self, accepted, signal)
            : await endOfCall(owner)
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const { status, retryAfterSeconds } = error
          const body = errorBody(error, entry.requestId)
          return { status, body, isCharged: true, ...(retryAfterSeconds && { retryAfterSeconds }) }
        }
      },
      abandon() {
        entry.isAbandoned = true
      },
    }
  }

  function start({ requestId, request, self }: ModelCall): Remembered {
    const started = withRequestId(requestId, () => self.send(request))
    return { requestId, started, startedAt: performance.now(), isAbandoned: false }
  }

  function remember(key: string, entry: Remembered): void {
    remembered.delete(key)
    remembered.set(key, entry)
    const [oldest] = remembered.keys()
    if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  }

  /** Waits for a call of this process and takes its result, if it is still held. */
  async function endOfCall(owner: { accountId: string; requestId: string }): Promise<ModelOutcome> {
    let hasWaited = false
    for (;;) {
      const read = await readCallPatiently(calls, owner, closing)
      if (read.kind !== 'running') {
        const taken = takeResult(calls.results, read)
        if (!taken) throw checkLater()
        return { ...taken, isCharged: true }
      }
      const running = calls.running.find(read.call.charge_id)
      // It ended without being settled; its deadline settles it.
      if (!running && hasWaited) throw checkLater()
      await running?.ended
      hasWaited = true
    }
  }
}

/** Waits for the end of a background task and fetches its report. */
async function endOfTask(
  self: ModelCall['self'],
  { task_id: taskId, billing: paid }: SubmissionResponse,
  until: AbortSignal,
): Promise<ModelOutcome> {
  const ended = await followTask(self, { taskId, until, tell: () => {} })
  const task = ended?.body as TaskResponse | ErrorResponse | undefined
  if (task && 'status' in task && task.status === 'completed') {
    return { status: 200, body: { ...task, billing: paid }, isCharged: true }
  }
  if (task && 'status' in task && task.status === 'failed') {
    return { status: 502, body: task, isCharged: true }
  }
  if (ended && ended.status >= 400) return { ...ended, isCharged: true }
  throw new ApiError('JOB_POLL_FAILED', {
    message: `The service is restarting. The research goes on and stays paid: get its report with GET /api/v1/research/${taskId}, which is free.`,
  })
}
