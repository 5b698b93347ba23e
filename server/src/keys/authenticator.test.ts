import { connect } from '@footnote/platform/database/connect'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeAccount } from '../accounts/accounts.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { startDatabaseProxy } from '../testing/stubs/database-proxy.ts'
import { createAuthenticator } from './authenticator.ts'
import { createKey, listKeys } from './keys.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

it('stores a key’s last use later if the database was away', async () => {
  const { accountId, key } = await createPayer(test.database, '1')
  const proxy = await startDatabaseProxy(test.connection)
  const database = connect(proxy.url)
  // Leaves idle connections alone, which are not the subject here.
  database.on('error', () => {})
  const { authenticate, flushLastUse } = createAuthenticator(database)
  await authenticate(key)
  proxy.cut()
  await expect(flushLastUse()).rejects.toThrow()
  proxy.mend()
  await waitFor('the database to be back', () =>
    flushLastUse().then(
      () => true,
      () => false,
    ),
  )
  expect(await listKeys(test.database, accountId)).toMatchObject([
    { last_used_at: expect.any(Date) },
  ])
  await database.end()
  await proxy.close()
})

/** An account with two keys, of which the one with the lower id lies behind the other. */
async function createTwoKeys() {
  const { accountId, key } = await createPayer(test.database, '0')
  const other = await createKey(test.database, { accountId, name: 'other' })
  const [lower, higher] = (await listKeys(test.database, accountId)).map(({ id }) => id).toSorted()
  await test.database.query('update api_key set last_used_at = null where id = $1', [lower])
  const lock = await holdLock(
    test.connection,
    `select from api_key where id = '${lower}' for no key update`,
  )
  const isHigherFree = () =>
    test.database
      .query('select from api_key where id = $1 for no key update nowait', [higher])
      .then(
        () => true,
        () => false,
      )
  return { accountId, keys: [key, other?.key ?? ''], lock, isHigherFree }
}

it('locks several keys by id, so that concurrent locks cannot deadlock', async () => {
  const flushed = await createTwoKeys()
  const { authenticate, flushLastUse } = createAuthenticator(test.database)
  for (const key of flushed.keys) await authenticate(key)
  const flushing = flushLastUse()
  await flushed.lock.somebodyWaits()
  expect(await flushed.isHigherFree()).toBe(true)
  await flushed.lock.release()
  await flushing

  const closed = await createTwoKeys()
  const closing = closeAccount(test.database, { accountId: closed.accountId, shownUnits: 0n })
  await closed.lock.somebodyWaits()
  expect(await closed.isHigherFree()).toBe(true)
  await closed.lock.release()
  expect(await closing).toBe('closed')
})
