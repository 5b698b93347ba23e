import { isUuid } from '@footnote/platform/is-uuid'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, errorBody } from '../api-error.ts'
import { missingText } from '../calls/call-errors.ts'
import { type ReadCall, runningElsewhere } from '../calls/read-call.ts'
import type { RunningCall } from '../calls/running-calls.ts'
import { takeResult } from '../calls/take-result.ts'
import { passStreamOn } from './pass-call-on.ts'
import type { AppDependencies } from './route.ts'
import { trackReply } from './track-reply.ts'
import { invalid } from './validate-body.ts'
import type { ServerEvent, WriteEvents } from './write-events.ts'

export interface Exchange {
  readonly accountId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The last event that a client has: of which call, and after how many steps. */
export interface LastEvent {
  readonly requestId: string
  readonly steps: number
}

/** Reads `Last-Event-ID`, such as `<request_id>:3`; rejects any other text before something is charged. */
export function readLastEvent({ raw }: FastifyRequest): LastEvent | undefined {
  const id = raw.headers['last-event-id']?.toString()
  if (id === undefined || id === '') return undefined
  const [requestId = '', steps = ''] = id.toLowerCase().split(':')
  if (isUuid(requestId) && /^\d{1,6}$/.test(steps)) return { requestId, steps: Number(steps) }
  throw invalid('INVALID_REQUEST', [
    { path: '', message: 'must be sent with the id of an event in Last-Event-ID, or without it' },
  ])
}

/** Starts a call and streams it. A failure before the debit is thrown, since nothing has been sent yet. */
export function streamNewCall(
  { calls, reportFault, writeEvents }: StreamDependencies,
  exchange: Exchange,
  start: () => Promise<RunningCall>,
): Promise<FastifyReply> {
  return writeEvents(exchange, {
    open: async signal => {
      const running = await start()
      return followRunning(calls, running, { ...exchange, after: undefined, signal })
    },
    reportFault,
  })
}

/** Streams a call from where its client has to go on, and never starts one. */
export async function streamCall(
  deps: StreamDependencies,
  read: ReadCall,
  { after, ...exchange }: Exchange & { readonly after: number | undefined },
): Promise<FastifyReply> {
  const { calls, reportFault, writeEvents } = deps
  const { call } = read
  if (call.task_state !== null) throw new ApiError('JOB_NOT_FOUND')
  const running = calls.running.find(call.charge_id)
  if (!running && (read.kind === 'elsewhere' || read.kind === 'running')) {
    const elsewhere = read.kind === 'elsewhere' ? read : runningElsewhere(calls, call)
    return passStreamOn(elsewhere, { ...exchange, ...calls.lease, after }, deps)
  }
  if (read.kind === 'completed' && !read.result) {
    throw new ApiError('JOB_EXPIRED', { message: missingText(call) })
  }
  return writeEvents(exchange, {
    open: async signal =>
      running
        ? followRunning(calls, running, { ...exchange, after, signal })
        : endOf(calls, read, exchange),
    reportFault,
  })
}

export interface StreamDependencies extends Pick<AppDependencies, 'calls' | 'reportFault'> {
  readonly writeEvents: WriteEvents
}

async function* followRunning(
  calls: AppDependencies['calls'],
  running: RunningCall,
  {
    after,
    signal,
    ...exchange
  }: Exchange & { readonly after: number | undefined; readonly signal: AbortSignal },
): AsyncGenerator<ServerEvent> {
  const { requestId, billing, chargeId } = running
  const toId = (steps: number) => `${requestId}:${steps}`
  if (after === undefined) {
    yield { id: toId(0), event: 'started', data: { request_id: requestId, billing } }
  }
  for await (const { number, step } of running.follow(after ?? 0, signal)) {
    yield { id: toId(number), ...step, isOptional: true }
  }
  if (signal.aborted) return
  const end = await running.ended
  if ('error' in end) {
    const error = end.error instanceof ApiError ? end.error : new ApiError('SERVICE_UNAVAILABLE')
    yield { event: 'error', data: errorBody(error, requestId) }
    return
  }
  const result = calls.results.find(chargeId)
  // Dropped or acknowledged this very moment: the client asks again and learns of it.
  if (result === undefined || result === 'withheld') return
  calls.results.sending(chargeId)
  trackReply(exchange.reply, isWhole => calls.results.sent(chargeId, isWhole))
  yield { event: 'result', data: { ...result, billing } }
}

/** The one event of a call that has ended. None if the result was dropped meanwhile: the client asks again. */
async function* endOf(
  { results }: AppDependencies['calls'],
  read: ReadCall,
  { reply }: Exchange,
): AsyncGenerator<ServerEvent> {
  const taken = takeResult(results, read)
  if (!taken) return
  const { chargeId, body } = taken
  if (chargeId !== undefined) trackReply(reply, isWhole => results.sent(chargeId, isWhole))
  yield { event: chargeId === undefined ? 'error' : 'result', data: body }
}
