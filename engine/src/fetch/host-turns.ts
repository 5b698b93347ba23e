import { LRUCache } from 'lru-cache'
import { untilAborted } from '../until-aborted.ts'
import { FetchError } from './fetcher.ts'

export interface HostTurns {
  /** Runs the work in its turn; rejects if the signal aborts before. */
  take<T>(host: string, turn: Turn, work: () => Promise<T>): Promise<T>
  /** Sends nothing to the host for this long. */
  rest(host: string, restMs: number): void
}

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
  running: number
  /** When the next request may start. */
  openAt: number
  restsUntil: number
}

interface Waiting {
  readonly host: Host
  readonly gapMs: number
  readonly start: () => void
  readonly refuse: (error: FetchError) => void
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
}: HostTurnsOptions = {}): HostTurns {
  const hosts = new LRUCache<string, Host>({ max: MOST_HOSTS })
  const waiting = new Set<Waiting>()
  let running = 0
  let timer: NodeJS.Timeout | undefined

  /** Starts waiting requests in order as far as allowed, and again after the next pause. */
  function startNext(): void {
    clearTimeout(timer)
    let soonestMs = Number.POSITIVE_INFINITY
    for (const each of waiting) {
      if (running >= atOnce) return
      const { host, gapMs, start } = each
      if (host.running >= atOncePerHost) continue
      const waitMs = host.openAt - performance.now()
      if (waitMs > 0) {
        soonestMs = Math.min(soonestMs, waitMs)
        continue
      }
      waiting.delete(each)
      running += 1
      host.running += 1
      host.openAt = performance.now() + gapMs
      start()
    }
    if (soonestMs < Number.POSITIVE_INFINITY) timer = setTimeout(startNext, soonestMs)
  }

  async function untilTurn(host: Host, gapMs: number, signal: AbortSignal): Promise<void> {
    refuseBusy(host, waiting.size)
    signal.throwIfAborted()
    const { promise: started, resolve, reject: refuse } = Promise.withResolvers<void>()
    let isStarted = false
    const start = () => {
      isStarted = true
      resolve()
    }
    const own: Waiting = { host, gapMs, start, refuse }
    waiting.add(own)
    startNext()
    try {
      await untilAborted(started, signal)
    } catch (error) {
      waiting.delete(own)
      // A request that was started in the same moment returns its turn.
      if (isStarted) end(host)
      else startNext()
      throw error
    }
  }

  function end(host: Host): void {
    running -= 1
    host.running -= 1
    startNext()
  }

  return {
    async take(name, { signal, gapMs = usualGapMs }, work) {
      const host = hostNamed(hosts, name)
      await untilTurn(host, gapMs, signal)
      try {
        return await work()
      } finally {
        end(host)
      }
    },
    rest(name, restMs) {
      // Retry-After: 0 asks for no pause.
      if (restMs <= 0) return
      const host = hostNamed(hosts, name)
      host.restsUntil = performance.now() + restMs
      for (const each of waiting) {
        if (each.host !== host) continue
        waiting.delete(each)
        each.refuse(leftAlone())
      }
    },
  }
}

function hostNamed(hosts: LRUCache<string, Host>, name: string): Host {
  const host = hosts.get(name) ?? { running: 0, openAt: 0, restsUntil: 0 }
  hosts.set(name, host)
  return host
}

function refuseBusy(host: Host, waiting: number): void {
  if (host.restsUntil > performance.now()) throw leftAlone()
  if (waiting >= MOST_WAITING) {
    throw new FetchError('busy', 'would have to wait for too many others; try it later')
  }
}

function leftAlone(): FetchError {
  return new FetchError('busy', 'is on a site that asked to be left alone for a while')
}
