import { expect, it, onTestFinished, vi } from 'vitest'
import { createUpstream } from './upstream.ts'

it('refuses at once a call that could not end in time, and reports when a slot is free', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const upstream = createUpstream({
    id: 1,
    url: 'http://upstream.example',
    apiKey: '',
    breakerMs: 1_000,
    mostCalls: 2,
    mostQueueMs: 3_000,
  })
  onTestFinished(upstream.close)
  const { signal } = new AbortController()
  const call = { queue: 'a', kind: 'answer', isTask: false }
  const take = () =>
    upstream.takeSlot({ queue: 'a', signal, endsAt: performance.now() + 60_000 }, call)

  const first = await take()
  vi.advanceTimersByTime(25_000)
  first.free({ hasReply: true })
  await Promise.all([take(), take()])
  expect(upstream.refusalMs(60_000, call)).toBeUndefined()
  expect(upstream.refusalMs(45_000, call)).toBe(25_000)
  vi.advanceTimersByTime(10_000)
  expect(upstream.refusalMs(45_000, call)).toBeUndefined()
  // A submission does not wait for calls.
  expect(upstream.refusalMs(1_000, { ...call, isTask: true })).toBeUndefined()
})

it('refuses at once a call that would wait much longer than it takes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const upstream = createUpstream({
    ...{ id: 1, url: 'http://upstream.example', apiKey: '' },
    ...{ breakerMs: 1_000, mostCalls: 1, mostQueueMs: 3_000 },
  })
  onTestFinished(upstream.close)
  const { signal } = new AbortController()
  const call = { queue: 'a', kind: 'answer', isTask: false }
  const take = () => upstream.takeSlot({ queue: 'a', signal, endsAt: Infinity }, call)

  const waiting = Array.from({ length: 3 }, take)
  expect(upstream.refusalMs(60_000, call)).toBeUndefined()
  waiting.push(take())
  expect(upstream.refusalMs(60_000, call)).toBe(4_000)
  // Another account's call comes after one of each account.
  expect(upstream.refusalMs(60_000, { ...call, queue: 'b' })).toBeUndefined()
  await waiting[0]
})
