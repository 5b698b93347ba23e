import { expect, it } from 'vitest'
import { createCallSlots } from './call-slots.ts'

const signal = new AbortController().signal
const turnOf = (queue: string) => ({ queue, signal, endsAt: Number.POSITIVE_INFINITY })

/** Slots, and calls that end on demand. */
function open(atOnce: number) {
  const slots = createCallSlots({ atOnce })
  const started: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  return {
    slots,
    started,
    call(name: string, callSignal = signal) {
      const gate = Promise.withResolvers<void>()
      gates.set(name, gate)
      return slots.run({ ...turnOf(name.slice(0, 1)), signal: callSignal }, async () => {
        started.push(name)
        await gate.promise
      })
    },
    async end(name: string) {
      gates.get(name)?.resolve()
      await new Promise(setImmediate)
    },
  }
}

it('gives each free slot to the next queue', async () => {
  const { call, end, started } = open(2)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void call(name)
  expect(started).toEqual(['a1', 'a2'])
  await end('a1')
  await end('a2')
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4'])
})

it('gives the slot of a failed call to the next', async () => {
  const { slots } = open(1)
  const failing = slots.run(turnOf('a'), () => Promise.reject(new Error('no')))
  const next = slots.run(turnOf('b'), async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

it('rejects a call that times out while it waits, and never starts it', async () => {
  const { call, end, started } = open(1)
  void call('a1')
  const leaving = new AbortController()
  const late = call('b1', leaving.signal)
  leaving.abort(new Error('too late'))
  await expect(late).rejects.toThrow('too late')
  await end('a1')
  expect(started).toEqual(['a1'])
})

it('uses as many slots as the engine states', async () => {
  const { call, end, slots, started } = open(1)
  for (const name of ['a1', 'a2', 'a3']) void call(name)
  slots.setAtOnce(3)
  await new Promise(setImmediate)
  expect(started).toEqual(['a1', 'a2', 'a3'])
  slots.setAtOnce(1)
  void call('a4')
  await end('a1')
  await end('a2')
  expect(started).toHaveLength(3)
  await end('a3')
  expect(started).toHaveLength(4)
})

it('estimates the wait of each queue by its own turn', async () => {
  const { call, slots } = open(2)
  expect(slots.expectedWaitMs('a')).toBe(0)
  for (const name of ['a1', 'a2']) void call(name)
  const turnMs = slots.expectedWaitMs('a')
  expect(turnMs).toBeGreaterThan(0)
  for (const name of ['a3', 'a4', 'a5', 'a6']) void call(name)
  expect(slots.expectedWaitMs('a')).toBe(5 * turnMs)
  expect(slots.expectedWaitMs('b')).toBe(2 * turnMs)
})
