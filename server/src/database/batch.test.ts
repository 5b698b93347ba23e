import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Batcher, createBatcher, NotSentError } from './batch.ts'

it('sends failed items again once all failures of a broken connection are noticed', async () => {
  // As after a restart of the database: every connection of the pool is dead, and known dead ones
  // are replaced. The others are noticed in the same round of the event loop.
  let unnoticed = 10
  const lookUp = createBatcher(async (items: readonly string[]) => {
    if (unnoticed === 0) return items
    setImmediate(() => {
      unnoticed = 0
    })
    throw new Error('Connection terminated unexpectedly')
  })
  expect(await Promise.all(['one', 'another'].map(lookUp))).toEqual(['one', 'another'])
})

describe('a database that does not reply', () => {
  const PATIENCE_MS = 5_000
  const PAUSE_MS = 3_000
  const unanswered = { name: 'UnansweredError' }

  /** Every batch that was sent, for the test to reply to. */
  let sent: { items: readonly string[]; answer: () => void; fail: (error: Error) => void }[]
  let batcher: Batcher<string, string>
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    sent = []
    batcher = createBatcher(
      items => {
        const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
        sent.push({ items, answer: () => resolve(items), fail: reject })
        return promise
      },
      { patienceMs: PATIENCE_MS, breakerMs: PAUSE_MS },
    )
  })
  afterEach(() => void vi.useRealTimers())

  /** The state of an item: its result, its error, or undefined while it waits. */
  function put(item: string): { outcome?: unknown } {
    const put: { outcome?: unknown } = {}
    const note = (outcome: unknown) => {
      put.outcome = outcome
    }
    batcher(item).then(note, note)
    return put
  }

  /** Batches are sent at the end of a turn of the event loop. */
  async function pass(ms: number): Promise<void> {
    await endTurn()
    await vi.advanceTimersByTimeAsync(ms)
    await endTurn()
  }

  const endTurn = () => new Promise<void>(resolve => void setImmediate(resolve))

  /** Sends a batch and lets it time out. */
  async function timeOut(item: string): Promise<void> {
    const { length } = sent
    const late = put(item)
    await pass(PATIENCE_MS)
    expect(sent).toHaveLength(length + 1)
    expect(late.outcome).toMatchObject(unanswered)
    // The driver gives up, too.
    sent.at(-1)?.fail(new Error('Query read timeout'))
    await endTurn()
  }

  it('rejects an item at its deadline, and later items of its batch at theirs', async () => {
    for (const item of ['one', 'two', 'three']) {
      put(item)
      await pass(250)
    }
    const [early, late] = [put('early'), await pass(1_000).then(() => put('late'))]
    await pass(0)
    expect(sent.map(({ items }) => items)).toEqual([['one'], ['two'], ['three']])
    sent[0]?.answer()
    await pass(0)
    expect(sent[3]?.items).toEqual(['early', 'late'])
    await pass(PATIENCE_MS - 1_001)
    expect([early.outcome, late.outcome]).toEqual([undefined, undefined])
    await pass(1)
    expect([early.outcome, late.outcome]).toEqual([expect.objectContaining(unanswered), undefined])
    await pass(1_000)
    expect(late.outcome).toMatchObject(unanswered)
  })

  it('never sends an item whose deadline passed in the queue', async () => {
    for (const item of ['one', 'two', 'three']) {
      put(item)
      await pass(250)
    }
    // Three batches get no reply, and there is no room for a fourth.
    const queued = put('queued')
    await pass(PATIENCE_MS)
    expect(queued.outcome).toBeInstanceOf(NotSentError)
    for (const { answer } of sent) answer()
    await pass(1_000)
    expect(sent.flatMap(({ items }) => items)).toEqual(['one', 'two', 'three'])
  })

  it('sends no item again after its deadline', async () => {
    await timeOut('one')
    await pass(1_000)
    expect(sent).toHaveLength(1)
  })

  it('refuses items after two batches in a row that timed out, and sends nothing', async () => {
    await timeOut('one')
    await timeOut('two')
    const refused = put('three')
    await pass(0)
    expect(refused.outcome).toBeInstanceOf(NotSentError)
    expect(refused.outcome).toMatchObject({ retryAfterMs: PAUSE_MS })
    expect(sent).toHaveLength(2)
  })

  it('refuses queued items when the second batch times out', async () => {
    for (const item of ['one', 'two', 'three']) {
      put(item)
      await pass(250)
    }
    const queued = put('queued')
    await pass(PATIENCE_MS - 500)
    sent[0]?.fail(new Error('Query read timeout'))
    await pass(0)
    expect(queued.outcome).toBeInstanceOf(NotSentError)
    expect(sent).toHaveLength(3)
  })

  it('accepts items again once a trial succeeds', async () => {
    await timeOut('one')
    await timeOut('two')
    await pass(PAUSE_MS)
    const [trial, another] = [put('trial'), await pass(0).then(() => put('another'))]
    await pass(0)
    expect(another.outcome).toBeInstanceOf(NotSentError)
    sent.at(-1)?.answer()
    await pass(0)
    expect(trial.outcome).toBe('trial')
    const next = put('next')
    await pass(0)
    sent.at(-1)?.answer()
    await pass(0)
    expect(next.outcome).toBe('next')
  })

  it('keeps refusing after a trial that times out', async () => {
    await timeOut('one')
    await timeOut('two')
    await pass(PAUSE_MS)
    await timeOut('trial')
    await timeOut('another trial')
    expect(sent).toHaveLength(4)
  })

  it('accepts items while replies arrive between batches that time out', async () => {
    for (const item of ['one', 'two', 'three']) {
      await timeOut(item)
      const answered = put('answered')
      await pass(0)
      sent.at(-1)?.answer()
      await pass(0)
      expect(answered.outcome).toBe('answered')
    }
  })

  it('accepts items while the database reports locked wallets', async () => {
    const lockTimeout = Object.assign(new Error('lock timeout'), { code: '55P03' })
    const wallets = ['one', 'two', 'three', 'four']
    for (const first of [0, 5]) {
      const outcomes = wallets.map(put)
      await pass(0)
      expect(sent).toHaveLength(first + 1)
      sent[first]?.fail(lockTimeout)
      await vi.waitFor(() => expect(sent).toHaveLength(first + 3))
      for (const { fail } of sent.slice(first + 1)) fail(lockTimeout)
      await vi.waitFor(() => expect(sent).toHaveLength(first + 5))
      // The last two waited too long for their locks.
      await pass(PATIENCE_MS)
      for (const { fail } of sent.slice(first + 3)) fail(lockTimeout)
      await pass(0)
      const late = expect.objectContaining(unanswered)
      expect(outcomes.map(({ outcome }) => outcome)).toEqual([lockTimeout, lockTimeout, late, late])
    }
    put('next')
    await pass(0)
    expect(sent.at(-1)?.items).toEqual(['next'])
  })
})
