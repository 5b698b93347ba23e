import { createHash } from 'node:crypto'
import type { RefundCause } from '@footnote/contract/refund-causes'
import type {
  AnswerRequest,
  FinanceRequest,
  ResearchRequest,
  WithEffort,
} from '@footnote/contract/requests'
import type { AnswerResult, Output } from '@footnote/contract/responses'
import { createCircuitBreaker } from '@footnote/platform/circuit-breaker'
import { createCallSlots } from './call-slots.ts'
import { createHttpClient, type UpstreamReply, type UpstreamRequest } from './http-client.ts'
import { createRateLimiter } from './rate-limiter.ts'
import {
  type Look,
  readAnswer,
  readHandle,
  readReason,
  readResearch,
  readTask,
} from './read-reply.ts'
import { answerBody, financeBody, researchBody } from './request-body.ts'
import type { Turn } from './time-budget.ts'
import { UpstreamError } from './upstream-error.ts'

/** One provider behind the upstream's wire. Its calls reject with UpstreamError alone. */
export interface Upstream {
  /** The row that tasks remember this upstream by. */
  readonly id: number
  /**
   * Returns undefined if a call in this queue may be debited and sent, or else how long to wait before
   * trying again. Without a queue, it answers for an account that has no other calls.
   */
  refusalMs(
    timeLimitMs: number,
    call?: { readonly queue: string; readonly isTask: boolean },
  ): number | undefined
  answer(request: AnswerRequest, turn: Turn): Promise<AnswerResult>
  research(request: WithEffort<ResearchRequest>, turn: Turn): Promise<Output>
  finance(request: WithEffort<FinanceRequest>, turn: Turn): Promise<Output>
  /** Submits a background task and returns the upstream's id of it. */
  submit(request: WithEffort<ResearchRequest>, turn: Turn): Promise<string>
  /** How long what a look found is good for: polls must not use up the limit that calls need. */
  lookPauseMs(): number
  look(task: { remoteId: string; structured: boolean }, turn: Turn): Promise<Look>
  /** The progress of a task as server-sent events; undefined when there is no such stream. */
  watch(
    task: { remoteId: string; fromId: string | undefined },
    turn: Turn,
  ): Promise<AsyncIterable<Buffer> | undefined>
  close(): Promise<void>
}

const LIMITED_LOOK_PAUSE_MS = 2_000
/** Assumed until our own engine states how many calls it works on at once. */
const ENGINE_CALLS = 8
/** What the caller has to change; other refusals are about our key, our credit or our address. */
const REFUSED_REQUEST = new Set([400, 413, 422])

export function createUpstream({
  id,
  url,
  apiKey,
  breakerMs,
  isOwn = false,
}: {
  id: number
  url: string
  apiKey: string
  breakerMs: number
  /** Whether this is our own engine: calls wait here for its slots, and its tasks queue by account. */
  isOwn?: boolean
}): Upstream {
  const limiter = createRateLimiter()
  const breaker = createCircuitBreaker({ pauseMs: breakerMs })
  const slots = createCallSlots({ atOnce: isOwn ? ENGINE_CALLS : Number.POSITIVE_INFINITY })
  const client = createHttpClient({ url, apiKey, limiter, slots, breaker })

  async function post<T>(
    request: Pick<UpstreamRequest, 'path' | 'body' | 'headers' | 'takesSlot' | 'turn'>,
    read: (body: unknown) => T | undefined,
  ): Promise<T> {
    breaker.sending()
    const reply = await client.exchange({ method: 'POST', ...request })
    requireSuccess(reply)
    const result = read(reply.body)
    if (result === undefined) throw new UpstreamError('upstream_bad_body')
    return result
  }

  return {
    id,
    refusalMs(timeLimitMs, { queue, isTask } = { queue: '', isTask: false }) {
      const slotMs = isTask ? 0 : slots.expectedWaitMs(queue)
      const waitMs = Math.max(limiter.expectedWaitMs(queue), slotMs)
      if (waitMs >= timeLimitMs) return waitMs
      return breaker.admits() ? undefined : breaker.pauseMs
    },
    answer: (request, turn) =>
      post({ path: '/v1/answer', body: answerBody(request), takesSlot: true, turn }, readAnswer),
    research: (request, turn) => {
      const body = researchBody(request, { background: false })
      return post({ path: '/v1/research', body, takesSlot: true, turn }, reply =>
        readResearch(reply, { structured: request.output_schema !== undefined }),
      )
    },
    finance: (request, turn) => {
      const body = financeBody(request)
      return post({ path: '/v1/finance_research', body, takesSlot: true, turn }, reply =>
        readResearch(reply, { structured: false }),
      )
    },
    submit: (request, turn) => {
      const body = researchBody(request, { background: true })
      const headers = isOwn ? { 'footnote-queue': queueName(turn) } : {}
      return post({ path: '/v1/research', body, headers, turn }, readHandle)
    },
    lookPauseMs: () => (limiter.isLimited() ? LIMITED_LOOK_PAUSE_MS : 0),
    async look({ remoteId, structured }, turn) {
      const path = `/v1/research/${encodeURIComponent(remoteId)}`
      // Polls have their own queue, so that an account's waiting calls do not delay them.
      const queue = `looks of ${turn.queue}`
      const reply = await client.exchange({ method: 'GET', path, turn: { ...turn, queue } })
      return readTask(reply, { remoteId, structured })
    },
    watch({ remoteId, fromId }, turn) {
      const query = fromId === undefined ? '' : `?from_id=${encodeURIComponent(fromId)}`
      const path = `/v1/research/${encodeURIComponent(remoteId)}/stream${query}`
      return client.openStream({ method: 'GET', path, turn })
    },
    close: () => client.close(),
  }
}

function requireSuccess({ status, body }: UpstreamReply): void {
  if (status >= 200 && status < 300) return
  throw new UpstreamError(readReason(body) ?? causeOf(status), { cause: status })
}

function causeOf(status: number): RefundCause {
  if (status >= 500) return 'upstream_failed'
  return REFUSED_REQUEST.has(status) ? 'request_refused' : 'upstream_refused'
}

/** Hides the account from the engine, which learns only that two runs share a queue. */
function queueName({ queue }: Turn): string {
  return createHash('sha256').update(`footnote queue ${queue}`).digest('base64url')
}
