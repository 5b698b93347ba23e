import { expect, it } from 'vitest'
import { createSlots } from './create-slots.ts'

const never = new AbortController().signal

it('works on so many at once, and on the others in the order that they came', async () => {
  const slots = createSlots(2)
  const started: number[] = []
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  const runs = gates.map((gate, index) =>
    slots.run(async () => {
      started.push(index)
      await gate.promise
    }, never),
  )
  await new Promise(setImmediate)
  expect(started).toEqual([0, 1])
  gates[1]?.resolve()
  await runs[1]
  await new Promise(setImmediate)
  expect(started).toEqual([0, 1, 2])
  for (const gate of gates) gate.resolve()
  await Promise.all(runs)
  expect(started).toEqual([0, 1, 2, 3])
})

it('one that gives up leaves the line, and its turn goes to the next', async () => {
  const slots = createSlots(1)
  const gate = Promise.withResolvers<void>()
  const first = slots.run(() => gate.promise, never)
  const tired = new AbortController()
  const second = slots.run(async () => 'never', tired.signal)
  const third = slots.run(async () => 'third', never)
  tired.abort(new Error('tired'))
  await expect(second).rejects.toThrow('tired')
  gate.resolve()
  await first
  expect(await third).toBe('third')
})

it('work that fails gives its slot back', async () => {
  const slots = createSlots(1)
  await expect(slots.run(() => Promise.reject(new Error('no')), never)).rejects.toThrow('no')
  expect(await slots.run(async () => 1, never)).toBe(1)
})
