import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeAccount } from '../accounts/accounts.ts'
import { inTransaction } from '../database/in-transaction.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { revokeKey } from '../testing/scenes/revoke-key.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { createOwnKey } from './create-own-key.ts'
import { createKey, listKeys } from './keys.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** An account with one key named `test`, and a function that creates more. */
async function createOwner() {
  const { accountId } = await createPayer(test.database, '1')
  const active = async () =>
    (await listKeys(test.database, accountId)).filter(key => key.revoked_at === null)
  const create = async (name: string, mostActive = 3) =>
    (
      await inTransaction(test.database, client =>
        createOwnKey(client, { accountId, userId: randomUUID(), name, mostActive }),
      )
    ).outcome
  return { accountId, active, create }
}

it('never exceeds an account’s limit on active keys, even at once', async () => {
  const { active, create } = await createOwner()
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, index) => create(`key ${index}`)),
  )
  expect(outcomes.toSorted()).toEqual([
    ...['created', 'created'],
    ...Array.from({ length: 6 }, () => 'too_many'),
  ])
  expect(await active()).toHaveLength(3)
})

it('a revoked key makes room for another, even of the same name', async () => {
  const { accountId, active, create } = await createOwner()
  expect(await create('two', 1)).toBe('too_many')
  await revokeKey(test.database, { accountId, name: 'test' })
  expect(await create('test', 1)).toBe('created')
  expect(await active()).toHaveLength(1)
})

it('gives a name to one of two concurrent requests', async () => {
  const { create } = await createOwner()
  const outcomes = await Promise.all([create('same'), create('same')])
  expect(outcomes.toSorted()).toEqual(['created', 'name_taken'])
})

it('refuses a closed account, even while it is being closed', async () => {
  const { accountId, active, create } = await createOwner()
  const closing = await test.database.connect()
  await closing.query('begin')
  await closing.query(`update account set state = 'closed' where id = $1`, [accountId])
  const creating = create('late')
  await closing.query('update api_key set revoked_at = now() where account_id = $1', [accountId])
  await closing.query('commit')
  closing.release()
  expect(await creating).toBe('account_closed')
  expect(await active()).toEqual([])
})

it('a closure waits for a key that is being created, and revokes it too', async () => {
  const { accountId, active } = await createOwner()
  await test.database.query('update wallet set balance_units = 0 where account_id = $1', [
    accountId,
  ])
  const making = await test.database.connect()
  await making.query('begin')
  await making.query('select state from account where id = $1 for no key update', [accountId])
  await createKey(making, { accountId, name: 'late' })
  const closing = closeAccount(test.database, { accountId, shownUnits: 0n })
  await waitFor('the closure to wait', async () => {
    const { rowCount } = await test.database.query(
      `select from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rowCount === 1
  })
  await making.query('commit')
  making.release()
  expect(await closing).toBe('closed')
  expect(await active()).toEqual([])
})

it('concurrent closures and keys never deadlock', async () => {
  const rounds = Array.from({ length: 12 }, async () => {
    const { accountId, active, create } = await createOwner()
    await test.database.query('update wallet set balance_units = 0 where account_id = $1', [
      accountId,
    ])
    const made = await Promise.all([
      ...['one', 'test', 'two'].map(name => create(name, 9)),
      closeAccount(test.database, { accountId, shownUnits: 0n }),
    ])
    expect(made.at(-1)).toBe('closed')
    expect(await active()).toEqual([])
  })
  await Promise.all(rounds)
})

it('a frozen account gets keys, since it may still read', async () => {
  const { accountId, create } = await createOwner()
  await test.database.query(`update account set state = 'frozen' where id = $1`, [accountId])
  expect(await create('new')).toBe('created')
})
