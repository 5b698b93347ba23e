import { errors } from '@footnote/contract/errors'
import type { EventSourceMessage } from 'eventsource-parser'
import {
  InvalidRequestError,
  JobExpiredError,
  JobNotFoundError,
  JobPollFailedError,
  QueryFailedRefundedError,
} from '../core/api-errors.ts'
import type { CallEvent } from '../core/call-events.ts'
import { TimeoutError } from '../core/client-errors.ts'
import type { CallOptions } from '../core/footnote-options.ts'
import { callRequest } from './call-request.ts'
import { checkTimeout } from './check-options.ts'
import { isErrorBody, parseObject } from './exchange.ts'
import { connectionError } from './failures.ts'
import { isPassing, pauseBeforeRetry, retryAfterOf } from './pause-before-retry.ts'
import { readEvents } from './read-events.ts'
import { aboutCall, isLost, logLoss, type PaidCall, resultGone } from './send-paid-call.ts'
import { forCall, including } from './send-request.ts'
import { toApiError } from './to-api-error.ts'
import type { Service } from './transport.ts'

const PAUSE_MS = 1_000
const FAILURE_STATUS = 502
const KINDS: readonly unknown[] = ['started', 'progress', 'query', 'source', 'result']

/** How far a stream has come. */
interface Place {
  /** True if the service may have the call, so that it is followed and not sent again. */
  isThere: boolean
  lastEventId: string | undefined
  /** Failed requests since the last event. */
  failures: number
}

/**
 * Streams a paid call until its result. If the connection is lost, resumes after the last event, so that the
 * caller gets each event once. A call that never reached the service is sent again under the same id.
 */
export async function* streamCall<Response>(
  client: Service,
  call: PaidCall,
  given: CallOptions = {},
): AsyncGenerator<CallEvent<Response>, void, void> {
  const service = forCall(client, given)
  const { signal, include = [], timeoutMs = service.timeoutMs } = given
  const limitMs = timeoutMs === undefined ? call.limitMs : checkTimeout(timeoutMs)
  const endsAtMs = performance.now() + limitMs
  const place: Place = { isThere: false, lastEventId: undefined, failures: 0 }
  let lost: unknown
  for (;;) {
    const request = place.isThere
      ? callRequest('retrieve_call', call.requestId)
      : including(call, include)
    const { lastEventId } = place
    const options = { signal, lastEventId, endsAtMs, paid: call }
    try {
      let result: CallEvent<Response> | undefined
      for await (const message of readEvents(service, request, options)) {
        const event = toCallEvent<Response>(message)
        place.isThere = true
        place.failures = 0
        place.lastEventId = message.id ?? place.lastEventId
        // Read to the end, so that the service sees that it was delivered.
        if (event?.event === 'result') result = event
        else if (event) yield event
      }
      if (!result) throw connectionError(service, call, new Error('the stream ended early'))
      yield result
      return
    } catch (error) {
      const wasSent = request.method === call.method
      if (wasSent) lost = error
      if (error instanceof JobExpiredError) throw resultGone(call.requestId, lost)
      const isTimeLeft = performance.now() < endsAtMs
      const pauseMs = pauseAfter(error, { place, wasSent, isTimeLeft })
      if (pauseMs === undefined) throw wasSent ? error : aboutCall(error, { call, lost })
      // A failure to follow the call says nothing about it; the loss of its reply does.
      if (!isTimeLeft || place.failures > service.maxRetries) throw lost
      if (!(error instanceof JobPollFailedError)) place.failures += 1
      if (place.isThere) logLoss(service, call)
      if (pauseMs > 0) await service.pause(pauseMs, signal)
    }
  }
}

/** Decides how to go on after a failure, and returns the pause before; undefined if there is no way. */
function pauseAfter(
  error: unknown,
  { place, wasSent, isTimeLeft }: { place: Place; wasSent: boolean; isTimeLeft: boolean },
): number | undefined {
  // Without a heartbeat the connection is dead, although nothing says so.
  const isSilent = error instanceof TimeoutError && isTimeLeft && place.isThere
  const isOwnRepeat = place.failures > 0 && error instanceof InvalidRequestError
  if (wasSent && (isLost(error) || isSilent || isOwnRepeat)) {
    place.isThere = true
    return 0
  }
  if (wasSent) return pauseBeforeRetry(error, { method: 'POST', attempt: place.failures })
  if (error instanceof JobNotFoundError && place.lastEventId === undefined) {
    place.isThere = false
    return 0
  }
  if (error instanceof QueryFailedRefundedError || !(isPassing(error) || isSilent)) return undefined
  return (retryAfterOf(error) ?? 0) * 1_000 || PAUSE_MS
}

/** Returns undefined for kinds that this version does not know; throws the error of an `error` event. */
function toCallEvent<Response>({
  event,
  data: text,
}: EventSourceMessage): CallEvent<Response> | undefined {
  const data = parseObject(text)
  if (event === 'error' && isErrorBody(data)) {
    const { code } = data
    const status = Object.hasOwn(errors, code)
      ? errors[code as keyof typeof errors].status
      : FAILURE_STATUS
    throw toApiError({ body: data, status }, { otherwise: 'unknown' })
  }
  if (!data || !KINDS.includes(event)) return undefined
  return { event, data } as unknown as CallEvent<Response>
}
