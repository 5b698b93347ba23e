import { expect, it } from 'vitest'
import { createBatcher } from './batch.ts'

it('what failed is sent again once all that broke with it was noticed', async () => {
  // As after a restart of the database: each connection of the pool is dead, and those that are known
  // to be are replaced. The next ones are noticed in the same round of the event loop.
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
