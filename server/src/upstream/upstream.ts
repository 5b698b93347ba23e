import { createHash } from 'node:crypto'
import { isJsonObject } from '@footnote/contract/json-object'
import type { RefundCause } from '@footnote/contract/refund-causes'
import type { ValidRequest } from '@footnote/contract/requests'
import { callName, type Tool } from '@footnote/contract/tools'
import { createCircuitBreaker } from '@footnote/platform/circuit-breaker'
import { type Observation, UNOBSERVED } from '@footnote/platform/observation'
import { type AdmittedTurn, type CallSlots, createCallSlots, type Slot } from './call-slots.ts'
import { upstreamConnections } from './connections.ts'
import { createHttpClient, type UpstreamReply, type UpstreamRequest } from './http-client.ts'
import { createRateLimiter } from './rate-limiter.ts'
import { type Look, readHandle, readReason, readTask } from './read-reply.ts'
import type { Turn } from './time-budget.ts'
import { researchBody, type ToolResult, toolCalls } from './tool-calls.ts'
import { toWaitError, UpstreamError } from './upstream-error.ts'

/** The slot that a call waits for, and its expected duration. */
interface CallKind {
  /** Calls of one kind take about as long. */
  readonly kind: string
  readonly isTask: boolean
}

/** One provider behind the upstream's wire. Its calls reject with UpstreamError alone. */
export interface Upstream {
  /** The row that tasks remember this upstream by. */
  readonly id: number
  /** Synchronous calls that it has and calls that wait for it. `isUp` is false while it counts as down. */
  readonly load: CallSlots['load'] & { readonly isUp: boolean }
  /**
   * Returns undefined if a call in this queue can probably be sent and end in its time, or else how long to
   * wait before trying again. Without a queue, it answers for an answer of an account that has no other calls.
   */
  refusalMs(timeLimitMs: number, call?: CallKind & { readonly queue: string }): number | undefined
  /** Whether a call has to wait for its slot. */
  isFull(call: CallKind): boolean
  /** Waits until the call can be debited and sent at once; rejects when that comes too late. */
  takeSlot(turn: Turn, call: CallKind): Promise<Slot>
  /** Calls a tool and waits for its result. */
  run<Name extends Tool>(
    tool: Name,
    request: ValidRequest<Name>,
    turn: AdmittedTurn,
  ): Promise<ToolResult>
  /** Submits a background task and returns the upstream's id of it. */
  submit(request: ValidRequest<'research'>, turn: AdmittedTurn): Promise<string>
  /**
   * Asks the upstream to stop a call or a task. Returns whether it confirms that there will be no result;
   * an upstream that cannot cancel never does.
   */
  cancel(what: { callKey: string } | { remoteId: string }, turn: Turn): Promise<boolean>
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
const FIRST_ANSWER = { queue: '', kind: callName({ tool: 'answer', effort: null }), isTask: false }
/**
 * Statuses that the caller has to act on; other refusals are about our key, our credit or our URL.
 */
const REFUSED_REQUEST = new Set([400, 413, 422])

export function createUpstream({
  id,
  url,
  apiKey,
  breakerMs,
  mostCalls,
  mostQueueMs,
  isOwn = false,
  observation = UNOBSERVED,
}: {
  id: number
  url: string
  apiKey: string
  breakerMs: number
  /** How many synchronous calls it gets at once. */
  mostCalls: number
  /**
   * How long a call may wait for a slot, unless calls of its kind take longer. Beyond it calls are refused at
   * once, so that those accepted under overload do not all take as long as their time limit.
   */
  mostQueueMs: number
  /** Whether this is our own engine: it states how many calls it takes, and its tasks queue by account. */
  isOwn?: boolean
  observation?: Observation
}): Upstream {
  const limiter = createRateLimiter()
  const breaker = createCircuitBreaker({ pauseMs: breakerMs })
  const connections = upstreamConnections(mostCalls)
  const slots = createCallSlots({ most: mostCalls, ...(isOwn && { atOnce: ENGINE_CALLS }) })
  const requestSlots = createCallSlots({ most: connections.requests })
  const client = createHttpClient({
    ...{ url, apiKey, limiter, slots, connections, breaker },
    traceHeaders: observation.headers,
  })
  const watched = <T>(request: string, work: () => Promise<T>) =>
    observation.step({ name: 'upstream', labels: { request } }, work)

  const slotsOf = ({ isTask }: CallKind) => (isTask ? requestSlots : slots)

  async function post<T>(
    request: Pick<UpstreamRequest, 'path' | 'body' | 'headers'> & { turn: AdmittedTurn },
    read: (body: unknown) => T | undefined,
  ): Promise<T> {
    breaker.sending()
    const reply = await client.exchange({ method: 'POST', ...request }, request.turn.slot)
    requireSuccess(reply)
    const result = read(reply.body)
    if (result === undefined) throw new UpstreamError('upstream_bad_body')
    return result
  }

  return {
    id,
    get load() {
      return { ...slots.load, isUp: !breaker.isOpen }
    },
    refusalMs(timeLimitMs, call = FIRST_ANSWER) {
      const own = slotsOf(call)
      const neededMs = own.neededMs(call.kind)
      const queueMs = own.expectedWaitMs(call.queue)
      const waitMs = Math.max(limiter.expectedWaitMs(call.queue), queueMs)
      if (queueMs > Math.max(mostQueueMs, neededMs)) return waitMs
      if (waitMs > 0 && waitMs + neededMs >= timeLimitMs) return waitMs
      return breaker.admits() ? undefined : breaker.pauseMs
    },
    isFull: call => slotsOf(call).isFull,
    async takeSlot(turn, call) {
      const slot = await slotsOf(call).take(turn, call.kind)
      if (breaker.admits()) return slot
      // The breaker opened while the call waited.
      slot.free()
      throw toWaitError(turn.signal)
    },
    run: (tool, request, turn) => {
      const { path, body, read } = toolCalls[tool]
      const headers = {
        ...(turn.callKey !== undefined && { 'footnote-call': turn.callKey }),
        // An upstream that does not know this header replies with JSON as ever.
        ...(turn.onEvent && { 'footnote-events': 'true' }),
      }
      return watched(tool, () =>
        post({ path, body: body(request), headers, turn }, reply => read(reply, request)),
      )
    },
    submit: (request, turn) => {
      const body = researchBody(request, { background: true })
      const headers = isOwn ? { 'footnote-queue': queueName(turn) } : {}
      return watched('submit', () =>
        post({ path: '/v1/research', body, headers, turn }, readHandle),
      )
    },
    async cancel(what, turn) {
      const path =
        'callKey' in what
          ? `/v1/calls/${what.callKey}`
          : `/v1/research/${encodeURIComponent(what.remoteId)}`
      const slot = await requestSlots.take(turn, 'cancel')
      const { status, body } = await watched('cancel', () =>
        client.exchange({ method: 'DELETE', path, turn }, slot),
      )
      return status === 200 && isJsonObject(body) && body['status'] === 'cancelled'
    },
    lookPauseMs: () => (limiter.isLimited() ? LIMITED_LOOK_PAUSE_MS : 0),
    async look({ remoteId, structured }, turn) {
      const path = `/v1/research/${encodeURIComponent(remoteId)}`
      // Polls have their own queue, so that an account's waiting calls do not delay them.
      const ownTurn = { ...turn, queue: `looks of ${turn.queue}` }
      const slot = await requestSlots.take(ownTurn, 'poll')
      const reply = await watched('poll', () =>
        client.exchange({ method: 'GET', path, turn: ownTurn }, slot),
      )
      return readTask(reply, { remoteId, structured })
    },
    watch({ remoteId, fromId }, turn) {
      const query = fromId === undefined ? '' : `?from_id=${encodeURIComponent(fromId)}`
      const path = `/v1/research/${encodeURIComponent(remoteId)}/stream${query}`
      // Our engine then reports sources, too.
      const headers = { 'footnote-events': 'true' }
      return client.openStream({ method: 'GET', path, turn, headers })
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
