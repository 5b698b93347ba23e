import { expect, it } from 'vitest'
import { withTicks } from './with-ticks.ts'

const never = new Promise<never>(() => {})

it('passes on what comes and ends with its source', async () => {
  async function* source() {
    yield 1
    yield 2
  }
  const items: (number | undefined)[] = []
  for await (const item of withTicks(source(), 60_000)) items.push(item)
  expect(items).toEqual([1, 2])
})

it('ticks while its source is silent', async () => {
  async function* source() {
    yield 1
    await never
  }
  const items: (number | undefined)[] = []
  for await (const item of withTicks(source(), 5)) {
    items.push(item)
    if (items.length === 4) break
  }
  expect(items).toEqual([1, undefined, undefined, undefined])
})

it('ticks although its source never falls silent', async () => {
  async function* source() {
    for (;;) yield await new Promise<number>(resolve => setImmediate(resolve, 1))
  }
  for await (const item of withTicks(source(), 5)) if (item === undefined) break
})

it('fails as its source fails', async () => {
  async function* source(): AsyncGenerator<number> {
    yield 1
    throw new Error('broken')
  }
  await expect(async () => {
    for await (const _ of withTicks(source(), 60_000));
  }).rejects.toThrow('broken')
})
