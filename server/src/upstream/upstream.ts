import type { RefundCause } from '@footnote/contract/refund-causes'
import type {
  AnswerRequest,
  FinanceRequest,
  ResearchRequest,
  WithEffort,
} from '@footnote/contract/requests'
import type { AnswerResult, Output } from '@footnote/contract/responses'
import { createCircuitBreaker } from '@footnote/platform/circuit-breaker'
import { createHttpClient, type UpstreamReply } from './http-client.ts'
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
import type { TimeBudget } from './time-budget.ts'
import { UpstreamError } from './upstream-error.ts'

/** One provider behind the upstream's wire. Its calls reject with UpstreamError alone. */
export interface Upstream {
  /** The row that tasks remember this upstream by. */
  readonly id: number
  /** Undefined when a call may be debited and sent; else how long to wait before trying again. */
  refusalMs(timeLimitMs: number): number | undefined
  answer(request: AnswerRequest, budget: TimeBudget): Promise<AnswerResult>
  research(request: WithEffort<ResearchRequest>, budget: TimeBudget): Promise<Output>
  finance(request: WithEffort<FinanceRequest>, budget: TimeBudget): Promise<Output>
  /** Submits a background task and returns the upstream's id of it. */
  submit(request: WithEffort<ResearchRequest>, budget: TimeBudget): Promise<string>
  /** How long what a look found is good for: polls must not use up the limit that calls need. */
  lookPauseMs(): number
  look(task: { remoteId: string; structured: boolean }, budget: TimeBudget): Promise<Look>
  /** The progress of a task as server-sent events; undefined when there is no such stream. */
  watch(
    task: { remoteId: string; fromId: string | undefined },
    budget: TimeBudget,
  ): Promise<AsyncIterable<Buffer> | undefined>
  close(): Promise<void>
}

const LIMITED_LOOK_PAUSE_MS = 2_000
/** What the caller has to change; other refusals are about our key, our credit or our address. */
const REFUSED_REQUEST = new Set([400, 413, 422])

export function createUpstream({
  id,
  url,
  apiKey,
  breakerMs,
}: {
  id: number
  url: string
  apiKey: string
  breakerMs: number
}): Upstream {
  const limiter = createRateLimiter()
  const breaker = createCircuitBreaker({ pauseMs: breakerMs })
  const client = createHttpClient({ url, apiKey, limiter, breaker })

  async function post<T>(
    path: string,
    body: object,
    budget: TimeBudget,
    read: (body: unknown) => T | undefined,
  ): Promise<T> {
    breaker.sending()
    const reply = await client.exchange({ method: 'POST', path, body, budget })
    requireSuccess(reply)
    const result = read(reply.body)
    if (result === undefined) throw new UpstreamError('upstream_bad_body')
    return result
  }

  return {
    id,
    refusalMs(timeLimitMs) {
      const waitMs = limiter.expectedWaitMs()
      if (waitMs >= timeLimitMs) return waitMs
      return breaker.admits() ? undefined : breaker.pauseMs
    },
    answer: (request, budget) => post('/v1/answer', answerBody(request), budget, readAnswer),
    research: (request, budget) =>
      post('/v1/research', researchBody(request, { background: false }), budget, body =>
        readResearch(body, { structured: request.output_schema !== undefined }),
      ),
    finance: (request, budget) =>
      post('/v1/finance_research', financeBody(request), budget, body =>
        readResearch(body, { structured: false }),
      ),
    submit: (request, budget) =>
      post('/v1/research', researchBody(request, { background: true }), budget, readHandle),
    lookPauseMs: () => (limiter.isLimited() ? LIMITED_LOOK_PAUSE_MS : 0),
    async look({ remoteId, structured }, budget) {
      const path = `/v1/research/${encodeURIComponent(remoteId)}`
      const reply = await client.exchange({ method: 'GET', path, budget })
      return readTask(reply, { remoteId, structured })
    },
    watch({ remoteId, fromId }, budget) {
      const query = fromId === undefined ? '' : `?from_id=${encodeURIComponent(fromId)}`
      const path = `/v1/research/${encodeURIComponent(remoteId)}/stream${query}`
      return client.openStream({ method: 'GET', path, budget })
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
