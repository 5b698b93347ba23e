import { setTimeout as delay } from 'node:timers/promises'
import { createCircuitBreaker } from '@footnote/platform/circuit-breaker'

export type Batcher<Item, Result> = (item: Item) => Promise<Result>

/** Nothing of the item was sent, and nothing will be. */
export class NotSentError extends Error {
  override name = 'NotSentError'
  readonly retryAfterMs: number

  constructor(retryAfterMs: number) {
    super('the database takes no more items')
    this.retryAfterMs = retryAfterMs
  }
}

/** The item was sent and not answered by its deadline: its outcome is unknown. */
class UnansweredError extends Error {
  override name = 'UnansweredError'

  constructor() {
    super('the database did not answer in time')
  }
}

interface Waiting<Item, Result> {
  readonly item: Item
  /** On the monotonic clock. */
  readonly deadline: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
  /** Whether the database has answered, with a result or with a lock that it could not get. */
  isAnswered: boolean
}

/** How long callers wait for a database that does not answer. */
export interface Patience {
  /** How long an item may take, from its arrival to its answer. */
  readonly patienceMs?: number
  /** Refuses items once batches time out, with this pause between trials. Without it, none are refused. */
  readonly breakerMs?: number
}

/** Called after each batch that was sent, for the operator. */
export type OnBatch = (batch: {
  readonly items: number
  readonly seconds: number
  readonly isAnswered: boolean
}) => void

interface BatcherOptions<Item> extends Patience {
  readonly groupOf?: (item: Item) => unknown
  readonly onBatch?: OnBatch | undefined
}

/** A caller waits for this; a longer wait only piles up callers behind a database that is away. */
const PATIENCE_MS = 5_000
const MOST_ITEMS = 256
const MOST_IN_FLIGHT = 2
/** Each batch costs something of its own, so a second one must be worth sending beside the first. */
const WORTH_A_SECOND = 64
/** A batch that takes longer is held up by a lock or a dead connection, and the next goes past it. */
const SLOW_MS = 250
/** So many at most, slow ones included, so that connections are left for everything else. */
const MOST_SENT = 3
const LANES_APART = 2
/** Connections that broke together are noticed one after another: at once, the next try gets the next. */
const PAUSE_MS = 50
/** A single batch may have met a dead connection; a second one in a row, and the database is away. */
const TIMEOUTS_TO_REFUSE = 2
const LOCK_TIMEOUT = '55P03'

/**
 * Many requests, one round trip: what arrives while a batch is in flight forms the next one. Nothing
 * waits for a timer, so a lone item goes at once. `run` gives one result for each item, in order, and
 * must be safe to send again: if a batch fails as a whole, it is sent again a moment later in groups,
 * and if need be one by one, so that a broken connection fails nobody, and one bad item or one locked
 * wallet does not fail the others. Every item is answered by its deadline. An item that was not sent by
 * then never is.
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  {
    patienceMs = PATIENCE_MS,
    groupOf = item => item,
    breakerMs,
    onBatch,
  }: BatcherOptions<Item> = {},
): Batcher<Item, Result> {
  /** In order of arrival, and so of deadlines. */
  const queue: Waiting<Item, Result>[] = []
  let inFlight = 0
  /** Those in flight and those that are too slow to wait for. */
  let sent = 0
  let isScheduled = false
  const breaker =
    breakerMs === undefined
      ? undefined
      : createCircuitBreaker({ pauseMs: breakerMs, failuresToOpen: TIMEOUTS_TO_REFUSE })
  let queueTimer: NodeJS.Timeout | undefined

  async function send(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    sent += 1
    inFlight += 1
    breaker?.sending()
    let isWaitedFor = true
    const goOn = () => {
      if (isWaitedFor) inFlight -= 1
      isWaitedFor = false
      if (queue.length > 0) next()
    }
    let hasTimedOut = false
    const giveUpLate = () => {
      for (const waiting of batch) {
        // Those that are answered already do not hear this.
        if (!isInTime(waiting)) waiting.reject(new UnansweredError())
      }
      if (hasTimedOut || batch.some(isInTime) || batch.some(isAnswered)) return
      hasTimedOut = true
      breaker?.failed()
    }
    /** One timer for the batch: first it is slow, then its items pass their deadlines. */
    const watch = () => {
      goOn()
      giveUpLate()
      const left = batch.find(isInTime)
      if (left) timer = setTimeout(watch, msLeft(left))
    }
    let timer = setTimeout(watch, Math.min(SLOW_MS, msLeft(batch[0])))
    try {
      await runAll(batch)
    } catch {
      goOn()
      if (batch.some(isInTime)) await delay(PAUSE_MS)
      await sendApart(batch)
      giveUpLate()
    } finally {
      clearTimeout(timer)
      sent -= 1
      goOn()
    }
  }

  async function runAll(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const startedAt = performance.now()
    let isAnswered = false
    let results: readonly Result[]
    try {
      results = await run(batch.map(({ item }) => item))
      isAnswered = true
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000
      onBatch?.({ items: batch.length, seconds, isAnswered })
    }
    // A reply that comes too late for all of them is no sign that the database is well.
    if (batch.some(isInTime)) breaker?.succeeded()
    for (const [index, waiting] of batch.entries()) {
      waiting.isAnswered = true
      waiting.resolve(results[index] as Result)
    }
  }

  /** A few at a time: however many there are, connections are left for everything else. */
  async function sendApart(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const groups = Map.groupBy(batch, ({ item }) => groupOf(item)).values()
    const lane = async () => {
      for (const group of groups) await sendGroup(group)
    }
    await Promise.all(Array.from({ length: LANES_APART }, lane))
  }

  async function sendGroup(all: readonly Waiting<Item, Result>[]): Promise<void> {
    const group = all.filter(isInTime)
    if (group.length === 0) return
    try {
      await runAll(group)
    } catch (error) {
      // One item of a group timed out, so the others need not wait as long.
      if (group.length === 1 || isLockTimeout(error)) {
        for (const waiting of group) {
          waiting.isAnswered = isLockTimeout(error)
          waiting.reject(error)
        }
      } else for (const waiting of group) await sendGroup([waiting])
    }
  }

  /** At the end of this turn of the event loop, so that what has arrived already comes along. */
  function next(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      dropLate()
      while (queue.length > 0) {
        if (breaker && !breaker.admits()) return drop(queue.length, breaker.pauseMs)
        const isWorthIt = inFlight === 0 || queue.length >= WORTH_A_SECOND
        if (!isWorthIt || inFlight >= MOST_IN_FLIGHT || sent >= MOST_SENT) return watchQueue()
        void send(queue.splice(0, MOST_ITEMS))
      }
    })
  }

  function watchQueue(): void {
    if (queueTimer) return
    queueTimer = setTimeout(() => {
      queueTimer = undefined
      dropLate()
      if (queue.length > 0) watchQueue()
    }, msLeft(queue[0])).unref()
  }

  function dropLate(): void {
    const firstInTime = queue.findIndex(isInTime)
    drop(firstInTime === -1 ? queue.length : firstInTime, patienceMs)
  }

  function drop(count: number, retryAfterMs: number): void {
    for (const { reject } of queue.splice(0, count)) reject(new NotSentError(retryAfterMs))
  }

  return item =>
    new Promise((resolve, reject) => {
      const deadline = performance.now() + patienceMs
      queue.push({ item, deadline, resolve, reject, isAnswered: false })
      next()
    })
}

function isInTime({ deadline }: { deadline: number }): boolean {
  return deadline > performance.now()
}

function msLeft(waiting: { deadline: number } | undefined): number {
  return waiting ? waiting.deadline - performance.now() : 0
}

function isAnswered(waiting: { isAnswered: boolean }): boolean {
  return waiting.isAnswered
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT
}
