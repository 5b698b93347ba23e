import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@footnote/contract/limits'
import type { SubmissionResponse } from '@footnote/contract/responses'
import { within } from '@footnote/mcp/follow-task'
import type { ApiEvent, ApiReply, McpHost } from '@footnote/mcp/mcp-host'
import type { FastifyReply } from 'fastify'
import { ApiError, errorBody } from '../api-error.ts'
import type { OpenCalls } from '../calls/open-calls.ts'
import { checkLater, type ReadCall, readCallPatiently } from '../calls/read-call.ts'
import { takeResult } from '../calls/take-result.ts'
import { withRequestId } from './request-id.ts'
import type { AppDependencies } from './route.ts'
import { trackReply } from './track-reply.ts'

interface Surroundings extends Pick<McpHost, 'send'> {
  readonly calls: AppDependencies['calls']
  /** The accepted calls, without their results. */
  readonly openCalls: OpenCalls
  readonly accountId: string
  /** The reply of MCP that carries the results. */
  readonly reply: FastifyReply
  /** Called with the id of each call and the JSON-RPC id of the request that started it. */
  readonly onStart: (requestId: string, rpcId: string | number) => void
  readonly tooMany: string
  /** Aborts when the service shuts down. */
  readonly closing: AbortSignal
}

const PAUSE_MS = limits.pollSeconds.shortest * 1_000

/**
 * The account's own calls, whichever of its keys started them. A call is sent to the API with the wish to
 * get its result later. The result counts as delivered once the reply of MCP went out whole.
 */
export function createMcpCalls({
  calls,
  openCalls,
  accountId,
  reply,
  onStart,
  send,
  tooMany,
  closing,
}: Surroundings): McpHost['pending'] {
  return {
    start(request, rpcId) {
      const requestId = randomUUIDv7()
      const run = () => withRequestId(requestId, () => send(request))
      try {
        // Never rejects, and can be found again by its id.
        void openCalls.start({ requestId, accountId }, run)
        onStart(requestId, rpcId)
        return requestId
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { status: error.status, body: { ...errorBody(error, requestId), message: tooMany } }
      }
    },
    async find(requestId, until, tell) {
      const owner = { requestId, accountId }
      const starting = openCalls.find(owner)
      const started = starting && (await within(starting, until))
      if (starting && !started) return running(requestId)
      // API errors are replies; a rejection is a fault of ours.
      if (started?.event === 'failure') return { status: 503, body: started.data }
      const accepted = started?.data as ApiReply | undefined
      if (accepted && !isAcceptedCall(accepted)) return accepted
      try {
        return hand(requestId, await awaitEnd(owner, until, tell))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code === 'JOB_NOT_FOUND') return undefined
        return { status: error.status, body: errorBody(error, requestId) }
      }
    },
  }

  async function awaitEnd(
    owner: { requestId: string; accountId: string },
    until: AbortSignal,
    tell?: (event: ApiEvent) => void,
  ): Promise<ReadCall> {
    for (;;) {
      const read = await readCallPatiently(calls, owner, closing)
      const isTask = read.call.task_state !== null
      if (read.kind !== 'running' || isTask || until.aborted) return read
      const running = calls.running.find(read.call.charge_id)
      if (!running) await within(pause(PAUSE_MS), until)
      // Ends with the call, or when nobody waits any more.
      else for await (const { step } of running.follow(0, until)) tell?.(step)
    }
  }

  /** Puts the state or the result into the reply; undefined for what has a path of its own. */
  function hand(requestId: string, read: ReadCall): ApiReply | undefined {
    if (read.call.task_state !== null || read.kind === 'elsewhere') return undefined
    if (read.kind === 'running') return running(requestId)
    if (read.kind === 'completed' && !read.result) return undefined
    const taken = takeResult(calls.results, read)
    if (!taken) throw checkLater()
    const { chargeId, ...apiReply } = taken
    if (chargeId) trackReply(reply, isWhole => calls.results.sent(chargeId, isWhole))
    return apiReply
  }
}

function isAcceptedCall({ status, body }: ApiReply): boolean {
  return status === 202 && !('task_id' in (body as SubmissionResponse))
}

function running(requestId: string): ApiReply {
  return { status: 200, body: { task_id: requestId, status: 'running' } }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds).unref()
  })
}
