import { setTimeout as delay } from 'node:timers/promises'

export type Batcher<Item, Result> = (item: Item) => Promise<Result>

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

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
const LOCK_TIMEOUT = '55P03'

/**
 * Many requests, one round trip: what arrives while a batch is in flight forms the next one. Nothing
 * waits for a timer, so a lone item goes at once. `run` gives one result for each item, in order, and
 * must be safe to send again: if a batch fails as a whole, it is sent again a moment later in groups,
 * and if need be one by one, so that a broken connection fails nobody, and one bad item or one locked
 * wallet does not fail the others.
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { groupOf = item => item }: { groupOf?: (item: Item) => unknown } = {},
): Batcher<Item, Result> {
  const queue: Waiting<Item, Result>[] = []
  let inFlight = 0
  /** Those in flight and those that are too slow to wait for. */
  let sent = 0
  let isScheduled = false

  async function send(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    sent += 1
    inFlight += 1
    let isWaitedFor = true
    const goOn = () => {
      if (isWaitedFor) inFlight -= 1
      isWaitedFor = false
      if (queue.length > 0) next()
    }
    const patience = setTimeout(goOn, SLOW_MS)
    try {
      await runAll(batch)
    } catch {
      goOn()
      await delay(PAUSE_MS)
      await sendApart(batch)
    } finally {
      clearTimeout(patience)
      sent -= 1
      goOn()
    }
  }

  async function runAll(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await run(batch.map(({ item }) => item))
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
  }

  /** A few at a time: however many there are, connections are left for everything else. */
  async function sendApart(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const groups = Map.groupBy(batch, ({ item }) => groupOf(item)).values()
    const lane = async () => {
      for (const group of groups) await sendGroup(group)
    }
    await Promise.all(Array.from({ length: LANES_APART }, lane))
  }

  async function sendGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      await runAll(group)
    } catch (error) {
      // What one of a group waited for in vain, the others need not wait for.
      if (group.length === 1 || isLockTimeout(error)) for (const { reject } of group) reject(error)
      else for (const waiting of group) await sendGroup([waiting])
    }
  }

  /** At the end of this turn of the event loop, so that what has arrived already comes along. */
  function next(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      while (queue.length > 0) {
        const isWorthIt = inFlight === 0 || queue.length >= WORTH_A_SECOND
        if (!isWorthIt || inFlight >= MOST_IN_FLIGHT || sent >= MOST_SENT) return
        void send(queue.splice(0, MOST_ITEMS))
      }
    })
  }

  return item =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      next()
    })
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_TIMEOUT
}
