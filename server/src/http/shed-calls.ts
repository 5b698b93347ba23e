import type { FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'
import type { Authenticator } from '../keys/authenticator.ts'
import { readKey } from './read-key.ts'
import { wantsEvents } from './wants-events.ts'

interface ShedOptions {
  /** How late the event loop is, in milliseconds; 0 while it is idle at times. */
  readonly delayMs: () => number
  /** The delay from which every new call is refused. */
  readonly limitMs: number
  /** Returns whether an account has more calls running than others. */
  readonly exceedsShare: (accountId: string) => boolean
  /** Called with each call that is refused. */
  readonly onShed: () => void
}

/** Refuses a request for a new call while the service is overloaded. */
export type ShedCall = (request: FastifyRequest) => void

/**
 * From this share of the limit on, accounts are held to their share of the calls, until the loop is idle again.
 * Otherwise one account would fill every pause of the overload.
 */
const STRAIN = 1 / 2

/**
 * Returns a check that comes before the key is looked up and the body is read, so that refusing a call costs
 * little. Going on with a call that was paid is no new call.
 */
export function createShedCall(
  authenticator: Pick<Authenticator, 'recall'>,
  { delayMs, limitMs, exceedsShare, onShed }: ShedOptions,
): ShedCall {
  let isStrained = false

  function isRefused(request: FastifyRequest): boolean {
    const delay = delayMs()
    isStrained = delay >= limitMs * STRAIN || (isStrained && delay > 0)
    if (!isStrained || goesOn(request)) return false
    if (delay >= limitMs) return true
    const accountId = authenticator.recall(readKey(request) ?? '')
    return accountId !== undefined && exceedsShare(accountId)
  }

  return request => {
    if (!isRefused(request)) return
    onShed()
    throw new ApiError('SERVICE_UNAVAILABLE', {
      message:
        'The service is overloaded, so nothing was started or charged. Wait the number of seconds in Retry-After, then send the call again.',
    })
  }
}

/** Returns whether a request asks for the rest of a call that was paid. It starts no call, whatever its id. */
function goesOn(request: FastifyRequest): boolean {
  return Boolean(request.headers['last-event-id']) && wantsEvents(request)
}
