import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRateLimiter, type RateLimiter, type RateLimitHeaders } from './rate-limiter.ts'

let limiter: RateLimiter
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'], fakeNodeBuiltins: true })
  limiter = createRateLimiter()
})
afterEach(() => void vi.useRealTimers())

const headers = (more: Partial<RateLimitHeaders>): RateLimitHeaders => ({
  limit: undefined,
  remaining: undefined,
  resetMs: undefined,
  ...more,
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Calls that ask for a turn now; records which of them got one, and which were turned away. */
function ask(
  calls: number,
  { endsIn = 600_000, signal = new AbortController().signal, queue = 'a' } = {},
) {
  const sent: number[] = []
  const refused: number[] = []
  for (let call = 0; call < calls; call += 1) {
    limiter.takeTurn({ endsAt: performance.now() + endsIn, signal, queue }).then(
      () => sent.push(call),
      () => refused.push(call),
    )
  }
  return { sent, refused }
}

describe('the turns of calls', () => {
  it('come at once while no limit is known', async () => {
    const { sent } = ask(1_000)
    await pass(0)
    expect(sent).toHaveLength(1_000)
    expect(limiter.expectedWaitMs('a')).toBe(0)
  })

  it('follow what remains of the window, then its limit, in the order of asking', async () => {
    limiter.learn(headers({ limit: 3, remaining: 2, resetMs: 1_000 }))
    const { sent } = ask(9)
    await pass(999)
    expect(sent).toEqual([0, 1])
    await pass(2)
    expect(sent).toEqual([0, 1, 2, 3, 4])
    await pass(1_000)
    expect(sent).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    await pass(1_000)
    expect(sent).toHaveLength(9)
  })

  it('alternate between accounts', async () => {
    limiter.learn(headers({ limit: 2, remaining: 0, resetMs: 1_000 }))
    const greedy = ask(60)
    const other = ask(2, { queue: 'b' })
    await pass(1_001)
    expect([greedy.sent, other.sent]).toEqual([[0], [0]])
    await pass(1_000)
    expect([greedy.sent, other.sent]).toEqual([
      [0, 1],
      [0, 1],
    ])
    await pass(1_000)
    expect(greedy.sent).toEqual([0, 1, 2, 3])
  })

  it('wait for the window that the upstream names, however long', async () => {
    limiter.learn(headers({ limit: 100, remaining: 0, resetMs: 30_000 }))
    const { sent } = ask(1)
    await pass(29_999)
    expect(sent).toEqual([])
    await pass(2)
    expect(sent).toEqual([0])
  })

  it('are not won back by a late reply with an older count', async () => {
    limiter.learn(headers({ limit: 10, remaining: 1, resetMs: 1_000 }))
    limiter.learn(headers({ limit: 10, remaining: 7, resetMs: 1_000 }))
    const { sent } = ask(5)
    await pass(500)
    expect(sent).toEqual([0])
  })

  it('wait after a 429 as long as it says', async () => {
    limiter.holdBackMs(5_000)
    const { sent } = ask(3)
    await pass(4_999)
    expect(sent).toEqual([])
    await pass(2)
    expect(sent).toHaveLength(3)
  })

  it('are not brought forward by a shorter pause', async () => {
    limiter.holdBackMs(5_000)
    limiter.holdBackMs(1_000)
    limiter.learn(headers({ limit: 10, remaining: 9, resetMs: 0 }))
    const { sent } = ask(1)
    await pass(4_000)
    expect(sent).toEqual([])
  })

  it('make nobody wait longer than a day, whatever the upstream requests', async () => {
    limiter.holdBackMs(1e15)
    limiter.learn(headers({ limit: 1, remaining: 0, resetMs: 1e15 }))
    expect(limiter.expectedWaitMs('a')).toBe(24 * 3_600_000)
  })
})

describe('a call for which no turn can come in time', () => {
  it('is turned away as soon as that is known', async () => {
    limiter.holdBackMs(5_000)
    const { refused } = ask(1, { endsIn: 5_000 })
    await pass(0)
    expect(refused).toEqual([0])
  })

  it('is turned away when its window moves out of reach', async () => {
    limiter.holdBackMs(1_000)
    const { sent, refused } = ask(1, { endsIn: 2_000 })
    limiter.holdBackMs(60_000)
    await pass(1_001)
    expect({ sent, refused }).toEqual({ sent: [], refused: [0] })
  })

  it('is turned away when its caller gives up, and frees its place', async () => {
    limiter.learn(headers({ limit: 1, remaining: 0, resetMs: 1_000 }))
    const leaving = new AbortController()
    const first = ask(1, { signal: leaving.signal })
    const second = ask(1)
    leaving.abort()
    await pass(1_001)
    expect(first.refused).toEqual([0])
    expect(second.sent).toEqual([0])
  })

  it('takes no turn when its caller had given up before', async () => {
    limiter.learn(headers({ limit: 1, remaining: 1, resetMs: 1_000 }))
    const first = ask(1, { signal: AbortSignal.abort() })
    const second = ask(1)
    await pass(0)
    expect(first.refused).toEqual([0])
    expect(second.sent).toEqual([0])
  })
})

describe('the wait that a new call must expect', () => {
  it.each([
    { waiting: 0, remaining: 1, expected: 0 },
    { waiting: 0, remaining: 0, expected: 2_000 },
    { waiting: 4, remaining: 0, expected: 2_000 },
    { waiting: 5, remaining: 0, expected: 3_000 },
    { waiting: 14, remaining: 0, expected: 4_000 },
  ])('$expected ms: $waiting waiting, $remaining remaining of 5', async row => {
    limiter.learn(headers({ limit: 5, remaining: row.remaining, resetMs: 2_000 }))
    ask(row.waiting)
    await pass(0)
    expect(limiter.expectedWaitMs('a')).toBe(row.expected)
  })

  it('depends on its own account: one turn behind another with many calls waiting', async () => {
    limiter.learn(headers({ limit: 5, remaining: 0, resetMs: 2_000 }))
    ask(60)
    await pass(0)
    expect(limiter.expectedWaitMs('a')).toBe(14_000)
    expect(limiter.expectedWaitMs('b')).toBe(2_000)
  })

  it('is over with the window', async () => {
    limiter.holdBackMs(5_000)
    expect(limiter.expectedWaitMs('a')).toBe(5_000)
    await pass(5_000)
    expect(limiter.expectedWaitMs('a')).toBe(0)
  })
})
