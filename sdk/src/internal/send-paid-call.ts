import {
  InvalidRequestError,
  JobNotFoundError,
  QueryFailedRefundedError,
  type ReceivedError,
} from '../core/api-errors.ts'
import { AbortedError, ConnectionError, UnexpectedReplyError } from '../core/client-errors.ts'
import { FootnoteError } from '../core/footnote-error.ts'
import type { CallOptions } from '../core/footnote-options.ts'
import type { CallResponse, SubmissionResponse, TaskResponse } from '../core/wire.ts'
import { callRequest } from './call-request.ts'
import { checkTimeout } from './check-options.ts'
import type { Reply } from './exchange.ts'
import { isPassing } from './pause-before-retry.ts'
import { retrieveTask } from './retrieve-task.ts'
import { forCall, sendRequest } from './send-request.ts'
import { toApiError } from './to-api-error.ts'
import type { Call, Service } from './transport.ts'

/** A paid call. Its id makes it safe to send again. */
export interface PaidCall extends Call {
  readonly requestId: string
  /** Whether the call runs as a background task. */
  readonly isTask: boolean
}

const PAUSE_MS = 1_000
const UNCHARGED_FAILURE = 502

/**
 * Sends a paid call. If the connection is lost, asks the service for the call until it has ended, so that the
 * caller only sees a slow call. A call that never reached the service is sent again under the same id.
 */
export async function sendPaidCall<Body>(
  client: Service,
  call: PaidCall,
  given: CallOptions = {},
): Promise<Reply<Body>> {
  const service = forCall(client, given)
  const { signal, include, timeoutMs = service.timeoutMs } = given
  const limitMs = timeoutMs === undefined ? call.limitMs : checkTimeout(timeoutMs)
  const endsAtMs = performance.now() + limitMs
  const options = () => ({
    signal,
    ...(timeoutMs !== undefined && { timeoutMs: Math.max(endsAtMs - performance.now(), 1) }),
  })
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendRequest<Body>(service, call, { ...options(), include })
    } catch (error) {
      const isOwnRepeat = attempt > 0 && error instanceof InvalidRequestError
      if (!isLost(error) && !isOwnRepeat) throw error
      logLoss(service, call)
      const found = await findCall<Body>(service, call, { error, endsAtMs, options })
      if (found) return found
      if (attempt >= service.maxRetries || performance.now() >= endsAtMs) throw error
    }
  }
}

/** Logs that a call lost its connection, and is followed by its id. */
export function logLoss({ log }: Service, { method, path, requestId }: PaidCall): void {
  const message = `${method} ${path}: connection lost, asking for the call ${requestId}`
  log('warn', message, { method, path, requestId })
}

/** Whether the service may have taken the call although no reply of its own arrived. */
export function isLost(error: unknown): error is FootnoteError {
  if (error instanceof ConnectionError) return error.stage === 'reply'
  return error instanceof UnexpectedReplyError && isPassing(error)
}

interface Search {
  /** Thrown if the service cannot be asked. */
  readonly error: unknown
  readonly endsAtMs: number
  readonly options: () => CallOptions
}

/** Waits for the end of a call that lost its connection. Undefined if the service does not know it. */
async function findCall<Body>(
  service: Service,
  call: PaidCall,
  { error, endsAtMs, options }: Search,
): Promise<Reply<Body> | undefined> {
  let found: Reply<CallResponse>
  try {
    if (call.isTask) return (await findTask(service, call, options())) as Reply<Body>
    found = await awaitEnd(service, call, { error, endsAtMs, options })
  } catch (cause) {
    if (cause instanceof JobNotFoundError) return undefined
    if (cause instanceof QueryFailedRefundedError) throw cause
    if (isPassing(cause)) throw error
    throw aboutCall(cause, { call, lost: error })
  }
  const body = finish(service, found.body, error) as Body
  return { ...found, body, requestId: call.requestId }
}

async function awaitEnd(
  service: Service,
  { requestId }: PaidCall,
  { error, endsAtMs, options }: Search,
): Promise<Reply<CallResponse>> {
  const request = callRequest('retrieve_call', requestId)
  for (;;) {
    const reply = await sendRequest<CallResponse>(service, request, options())
    if (reply.body.status !== 'running') return reply
    if (performance.now() >= endsAtMs) throw error
    await service.pause((reply.retryAfterSeconds ?? 0) * 1_000 || PAUSE_MS, options().signal)
  }
}

/** Replaces an error of asking for a lost call, which is free, by one that is about the call itself. */
export function aboutCall(
  error: unknown,
  { call: { requestId }, lost }: { call: PaidCall; lost: unknown },
): unknown {
  if (!(error instanceof FootnoteError) || error.money !== 'not_charged') return error
  if (!(error instanceof AbortedError)) return lost
  const message = `The wait was aborted. You may have been charged; calls.retrieve('${requestId}') shows the outcome.`
  return new AbortedError(message, { money: 'unknown', requestId, cause: error.cause })
}

/** Returns the reply that was lost, or throws the error that was. */
function finish(service: Service, call: CallResponse, error: unknown): object {
  const { request_id, status, result, billing } = call
  if (status === 'failed') throw failure(call)
  if (!result) throw resultGone(request_id, error)
  acknowledge(service, request_id)
  return { ...result, billing }
}

export function resultGone(requestId: string, cause: unknown): FootnoteError {
  return new ConnectionError(
    `The connection failed before the reply was complete. The call ${requestId} completed and was charged, but its result is no longer held.`,
    { stage: 'reply', money: 'charged', requestId, cause },
  )
}

/** Lets the service forget the result. If that fails, it does so by itself later. */
function acknowledge(service: Service, requestId: string): void {
  const headers = { 'footnote-acknowledge': 'true' }
  const call = { ...callRequest('retrieve_call', requestId), headers }
  sendRequest({ ...service, maxRetries: 0 }, call).catch(() => {})
}

async function findTask(
  service: Service,
  { requestId }: PaidCall,
  options: CallOptions,
): Promise<Reply<SubmissionResponse>> {
  const reply = await retrieveTask(service, requestId, options)
  const request = callRequest('retrieve_call', requestId)
  const { body: call } = await sendRequest<CallResponse>(service, request, options)
  const { task_id, status, expires_at }: TaskResponse = reply.body
  if (status === 'failed') throw failure(call)
  const billing = call.billing as SubmissionResponse['billing']
  return { ...reply, requestId, body: { task_id, status, expires_at, billing } }
}

function failure({ request_id, code, message, billing }: CallResponse): Error {
  const body = {
    code: code ?? 'QUERY_FAILED_REFUNDED',
    message: message ?? '',
    request_id,
    ...('refunded_usd' in billing && { billing }),
  } satisfies ReceivedError
  return toApiError({ body, status: UNCHARGED_FAILURE }, { otherwise: 'refunded' })
}
