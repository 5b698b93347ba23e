import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { expectError } from '../testing/scenes/expect-contract.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import {
  get,
  post,
  send,
  startTestService,
  type TestService,
} from '../testing/scenes/test-service.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/stubs/database-proxy.ts'
import { auditDatabase } from '../wallet/audit.ts'

describe('without its database', () => {
  let books: TestDatabase
  let proxy: DatabaseProxy
  let test: TestService
  beforeAll(async () => {
    books = await createTestDatabase()
    proxy = await startDatabaseProxy(books.connection)
    test = await startTestService({ DATABASE_URL: proxy.url })
  })
  afterAll(async () => {
    await test.close()
    await proxy.close()
    await books.drop()
  })

  it('is alive, not ready and charges nothing, and recovers by itself', async () => {
    const { key } = await createPayer(books.database, '10')
    const status = async (path: string) => (await send(test.service.url + path, {})).status
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200])

    proxy.cut()
    expect(await status('/healthz')).toBe(200)
    const answer = () => post(`${test.service.url}/api/v1/answer`, key, { query: 'q' })
    expectError('SERVICE_UNAVAILABLE', await send(`${test.service.url}/readyz`, {}))
    expectError('SERVICE_UNAVAILABLE', await answer())
    expectError('SERVICE_UNAVAILABLE', await get(`${test.service.url}/api/v1/wallet`, key))
    expect(test.upstream.requests).toEqual([])

    proxy.mend()
    await waitFor('the service to be ready', async () => (await status('/readyz')) === 200)
    expect((await answer()).body.billing.balance_usd).toBe(9.98)
  })
})

it('an audit whose connection breaks fails alone', async () => {
  const books = await createTestDatabase()
  const proxy = await startDatabaseProxy(books.connection)
  const lock = await holdLock(books.connection, 'lock table movement in access exclusive mode')
  const audit = expect(auditDatabase(proxy.url)).rejects.toThrow()
  await lock.somebodyWaits()
  proxy.cut()
  await audit
  await lock.release()
  await proxy.close()
  await books.drop()
})
