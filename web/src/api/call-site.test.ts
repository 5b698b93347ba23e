import { expect, test } from 'vitest'
import { createJoiner } from './call-site.ts'

test('runs identical concurrent work once and shares its outcome', async () => {
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

test('runs different work, and repeated work after it has ended, separately', async () => {
  const join = createJoiner()
  let starts = 0
  const start = async () => {
    starts += 1
    return starts
  }
  expect(await Promise.all([join('create ci', start), join('create web', start)])).toEqual([1, 2])
  expect(await join('create ci', start)).toBe(3)
})

test('rejects both callers on failure and runs the next attempt', async () => {
  const join = createJoiner()
  const fail = () => Promise.reject(new Error('unreachable'))
  const [first, second] = await Promise.allSettled([join('pay', fail), join('pay', fail)])
  expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
  expect(await join('pay', async () => 'paid')).toBe('paid')
})
