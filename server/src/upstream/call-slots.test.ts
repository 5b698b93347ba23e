import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createCallSlots } from './call-slots.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  return () => void vi.useRealTimers()
})

const signal = new AbortController().signal
const settle = () => new Promise(setImmediate)

/** Slots, and calls named after their queue, which end on demand. */
function open(most: number) {
  const slots = createCallSlots({ most })
  const started: string[] = []
  const refused: string[] = []
  const ends = new Map<string, (hasReply: boolean) => void>()

  function call(name: string, { limitMs = 60_000, kind = 'answer', callSignal = signal } = {}) {
    const endsAt = performance.now() + limitMs
    slots.take({ queue: name.slice(0, 1), signal: callSignal, endsAt }, kind).then(
      slot => {
        started.push(name)
        ends.set(name, hasReply => slot.free({ hasReply }))
      },
      () => refused.push(name),
    )
  }

  async function end(name: string, { hasReply = true } = {}) {
    ends.get(name)?.(hasReply)
    await settle()
  }

  /** Runs one call that takes so long. */
  async function measure(kind: string, tookMs: number) {
    call(`m ${kind} ${tookMs}`, { kind })
    await settle()
    vi.advanceTimersByTime(tookMs)
    await end(`m ${kind} ${tookMs}`)
    started.pop()
  }

  return { slots, started, refused, call, end, measure }
}

const named = (calls: number) => Array.from({ length: calls }, (_, index) => `a${index}`)

it('gives each free slot to the next queue', async () => {
  const { call, end, started } = open(2)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) call(name)
  await settle()
  expect(started).toEqual(['a1', 'a2'])
  await end('a1')
  await end('a2')
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4'])
})

it('gives the slot of a call without a reply to the next, and only once', async () => {
  const { call, end, started } = open(1)
  for (const name of ['a1', 'b1', 'c1']) call(name)
  await settle()
  await end('a1', { hasReply: false })
  await end('a1')
  expect(started).toEqual(['a1', 'b1'])
})

it('rejects a call that times out while it waits, and never starts it', async () => {
  const { call, end, started, refused } = open(1)
  call('a1')
  const leaving = new AbortController()
  call('b1', { callSignal: leaving.signal })
  leaving.abort()
  await settle()
  expect(refused).toEqual(['b1'])
  await end('a1')
  expect(started).toEqual(['a1'])
})

it('uses as many slots as the engine states, and no more than there are connections', async () => {
  const { call, end, slots, started } = open(3)
  slots.setAtOnce(1)
  for (const name of ['a1', 'a2', 'a3', 'a4']) call(name)
  await settle()
  expect(started).toHaveLength(1)
  slots.setAtOnce(100)
  await settle()
  expect(started).toEqual(['a1', 'a2', 'a3'])
  slots.setAtOnce(1)
  await end('a1')
  await end('a2')
  expect(started).toHaveLength(3)
  await end('a3')
  expect(started).toHaveLength(4)
})

describe('with calls of 30 s that may take 60 s', () => {
  it('starts those that can end in time and refuses the other 1,488 of 2,000', async () => {
    const { call, end, started, refused } = open(512)
    for (const name of named(2_000)) call(name)
    await settle()
    expect(started).toHaveLength(512)
    vi.advanceTimersByTime(30_001)
    for (const name of named(512)) await end(name)
    expect(started).toHaveLength(512)
    expect(refused).toHaveLength(1_488)
  })

  it('expects that a newcomer cannot be sent in time once the duration is known', async () => {
    const { call, measure, slots } = open(512)
    await measure('answer', 30_000)
    for (const name of named(512)) call(name)
    expect(slots.expectedWaitMs('b')).toBe(30_000)
    expect(slots.neededMs('answer')).toBeCloseTo(33_000)
    vi.advanceTimersByTime(10_000)
    expect(slots.expectedWaitMs('b')).toBe(20_000)
  })

  it('learns it from the first call after a time of faster ones', async () => {
    const { call, end, measure, started, refused } = open(2)
    for (let calls = 0; calls < 20; calls += 1) await measure('answer', 1_000)
    for (const name of named(6)) call(name)
    await settle()
    vi.advanceTimersByTime(30_001)
    await end('a0')
    await end('a1')
    expect(started).toEqual(['a0', 'a1'])
    expect(refused).toEqual(['a2', 'a3', 'a4', 'a5'])
  })
})

describe('the expected wait', () => {
  it('is none while a slot is free', () => {
    const { call, slots } = open(2)
    call('a1')
    expect(slots.expectedWaitMs('a')).toBe(0)
    expect(slots.isFull).toBe(false)
  })

  it('depends on the queue’s place', async () => {
    const { call, measure, slots } = open(2)
    await measure('answer', 4_000)
    call('a1')
    vi.advanceTimersByTime(1_000)
    call('a2')
    expect(slots.isFull).toBe(true)
    expect(slots.expectedWaitMs('a')).toBe(3_000)
    for (const name of ['a3', 'a4', 'a5', 'a6']) call(name)
    // After two rounds; another account waits for one turn of this one.
    expect(slots.expectedWaitMs('a')).toBe(3_000 + 2 * 4_000)
    expect(slots.expectedWaitMs('b')).toBe(4_000)
  })

  it('depends on the duration of each kind of call', async () => {
    const { call, measure, slots } = open(2)
    await measure('answer', 2_000)
    await measure('finance', 300_000)
    call('a1', { kind: 'finance' })
    call('a2', { kind: 'answer' })
    expect(slots.expectedWaitMs('b')).toBe(2_000)
    expect(slots.neededMs('answer')).toBeCloseTo(2_200)
    expect(slots.neededMs('finance')).toBeCloseTo(330_000)
  })

  it('grows while calls are overdue', async () => {
    const { call, measure, slots } = open(1)
    await measure('answer', 1_000)
    call('a1')
    vi.advanceTimersByTime(10_000)
    expect(slots.expectedWaitMs('b')).toBe(9_000)
  })

  it('does not follow calls that fail early', async () => {
    const { call, end, measure, slots } = open(1)
    await measure('answer', 2_000)
    call('a1')
    await settle()
    await end('a1', { hasReply: false })
    call('a2')
    expect(slots.expectedWaitMs('b')).toBe(2_000)
  })
})
