import { expect, test } from 'vitest'
import { createJoiner } from './create-joiner.ts'

test('the same work asked for twice at once is done once, and both get its outcome', async () => {
  const join = createJoiner()
  const starts: string[] = []
  const start = async () => {
    starts.push('key')
    return { key: starts.length }
  }
  const [first, second] = await Promise.all([join('create ci', start), join('create ci', start)])
  expect(starts).toEqual(['key'])
  expect(second).toBe(first)
})

test('other work, and the same once it has ended, is done for itself', async () => {
  const join = createJoiner()
  let starts = 0
  const start = async () => {
    starts += 1
    return starts
  }
  expect(await Promise.all([join('create ci', start), join('create web', start)])).toEqual([1, 2])
  expect(await join('create ci', start)).toBe(3)
})

test('a failure is told to both and does not stand in the way of the next try', async () => {
  const join = createJoiner()
  const fail = () => Promise.reject(new Error('unreachable'))
  const [first, second] = await Promise.allSettled([join('pay', fail), join('pay', fail)])
  expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
  expect(await join('pay', async () => 'paid')).toBe('paid')
})
