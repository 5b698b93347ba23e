import { LRUCache } from 'lru-cache'
import { createSlots, type Slots } from '../create-slots.ts'
import { untilAborted } from '../until-aborted.ts'
import { FetchError } from './fetcher.ts'

export type HostTurns = ReturnType<typeof createHostTurns>

export interface Turn {
  readonly signal: AbortSignal
  /** Overrides the usual pause before the next request to the host. */
  readonly gapMs?: number
}

export interface HostTurnsOptions {
  readonly atOnce?: number
  readonly atOncePerHost?: number
  readonly gapMs?: number
}

interface Host {
  readonly slots: Slots
  /** When the next request may start. */
  openAt: number
  restsUntil: number
  /** Aborts when the host asks for a rest. */
  resting: AbortController
}

const AT_ONCE = 24
const AT_ONCE_PER_HOST = 2
const GAP_MS = 250
const MOST_WAITING = 2_000
const MOST_HOSTS = 10_000

/** Decides when a request may be sent: a few at once, fewer to one host, with a pause between them. */
export function createHostTurns({
  atOnce = AT_ONCE,
  atOncePerHost = AT_ONCE_PER_HOST,
  gapMs: usualGapMs = GAP_MS,
}: HostTurnsOptions = {}) {
  const hosts = new LRUCache<string, Host>({ max: MOST_HOSTS })
  const slots = createSlots(atOnce)
  let pending = 0

  function hostNamed(name: string): Host {
    const known = hosts.get(name)
    if (known) return known
    const host = {
      slots: createSlots(atOncePerHost),
      openAt: 0,
      restsUntil: 0,
      resting: new AbortController(),
    }
    hosts.set(name, host)
    return host
  }

  return {
    /** Runs the work in its turn; rejects if the signal aborts before. */
    async take<Result>(
      name: string,
      { signal: ofCaller, gapMs = usualGapMs }: Turn,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const host = hostNamed(name)
      if (host.restsUntil > performance.now()) throw leftAlone()
      if (pending >= MOST_WAITING) {
        throw new FetchError('busy', 'would have to wait for too many others; try it later')
      }
      const signal = AbortSignal.any([ofCaller, host.resting.signal])
      const inTurn = async () => {
        const waitMs = Math.max(0, host.openAt - performance.now())
        host.openAt = performance.now() + waitMs + gapMs
        if (waitMs > 0) {
          await untilAborted(new Promise(resolve => setTimeout(resolve, waitMs)), signal)
        }
        return await slots.run(work, signal)
      }
      pending += 1
      try {
        return await host.slots.run(inTurn, signal)
      } finally {
        pending -= 1
      }
    },
    /** Sends nothing to the host for this long. */
    rest(name: string, restMs: number): void {
      // Retry-After: 0 asks for no pause.
      if (restMs <= 0) return
      const host = hostNamed(name)
      host.restsUntil = performance.now() + restMs
      host.resting.abort(leftAlone())
      host.resting = new AbortController()
    },
  }
}

function leftAlone(): FetchError {
  return new FetchError('busy', 'is on a site that asked to be left alone for a while')
}
