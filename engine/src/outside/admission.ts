import { setTimeout as delay } from 'node:timers/promises'
import { createCircuitBreaker } from '@footnote/platform/circuit-breaker'

/** Decides when a service may be called, by its replies so far. */
export interface Admission {
  /** Waits for the call's turn; rejects at once with a NotAdmittedError if it cannot come in time. */
  enter(options: { readonly endsAt: number; readonly signal: AbortSignal }): Promise<void>
  succeeded(): void
  failed(): void
  /** The service refuses all calls, so none is sent for a while. */
  shutOut(): void
  /** The service asked for a pause. */
  restFor(ms: number): void
}

const FAILURES_TO_OPEN = 5

/** The message follows the service's name. */
export class NotAdmittedError extends Error {
  override name = 'NotAdmittedError'
}

export function createAdmission({
  callsPerSecond,
  pauseMs,
  clock,
}: {
  readonly callsPerSecond: number | undefined
  readonly pauseMs: number
  readonly clock: Clock
}): Admission {
  const breaker = createCircuitBreaker({ pauseMs, failuresToOpen: FAILURES_TO_OPEN })
  const turns = createTurns(callsPerSecond, clock)
  let restsUntil = Number.NEGATIVE_INFINITY

  function refuseWhileDown(endsAt: number): void {
    if (!breaker.admits()) {
      throw new NotAdmittedError(`has failed and is left alone for ${pauseMs / 1000} s`)
    }
    if (restsUntil >= endsAt) {
      const seconds = Math.ceil((restsUntil - clock.now()) / 1000)
      throw new NotAdmittedError(`asked to be left alone for another ${seconds} s`)
    }
  }

  return {
    async enter({ endsAt, signal }) {
      if (clock.now() >= endsAt) throw new NotAdmittedError('was not asked: no time was left')
      do {
        refuseWhileDown(endsAt)
        if (!(await turns.take({ notBefore: restsUntil, endsAt, signal }))) {
          throw new NotAdmittedError('is asked as often as it may be; this call came too late')
        }
        // While this call waited, the service may have asked another one to stay away.
      } while (restsUntil > clock.now())
      refuseWhileDown(endsAt)
      breaker.sending()
    },
    succeeded: () => breaker.succeeded(),
    failed: () => breaker.failed(),
    shutOut() {
      for (let failure = 0; failure < FAILURES_TO_OPEN; failure += 1) breaker.failed()
    },
    restFor(ms) {
      restsUntil = Math.max(restsUntil, clock.now() + ms)
    },
  }
}

interface Turns {
  /** Waits for a turn in order; resolves to false at once if none can come in time. */
  take(options: {
    readonly notBefore: number
    readonly endsAt: number
    readonly signal: AbortSignal
  }): Promise<boolean>
}

/** Spaces calls evenly, so that a burst keeps the limit too. */
export function createTurns(callsPerSecond: number | undefined, clock: Clock): Turns {
  const spacingMs = callsPerSecond === undefined ? 0 : 1000 / callsPerSecond
  let nextAt = Number.NEGATIVE_INFINITY
  return {
    async take({ notBefore, endsAt, signal }) {
      const now = clock.now()
      const turnAt = Math.max(now, notBefore, nextAt)
      if (turnAt >= endsAt) return false
      if (spacingMs > 0) nextAt = turnAt + spacingMs
      if (turnAt > now) await clock.sleep(turnAt - now, signal)
      return true
    },
  }
}

/** The clock for limits and pauses. */
export interface Clock {
  /** Returns monotonic milliseconds. */
  now(): number
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const realClock: Clock = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    signal.throwIfAborted()
    // The timer's own error would hide the signal's reason.
    await delay(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
  },
}
