import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CrashPayer, createCrashPayer, FULL } from '../testing/scenes/crash-payer.ts'
import { expectContract, expectError } from '../testing/scenes/expect-contract.ts'
import { captured, refunded } from '../testing/scenes/read-ledger.ts'
import { stallCommits } from '../testing/scenes/stall-commits.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { post, send, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../testing/stubs/database-proxy.ts'
import { auditDatabase } from '../wallet/audit.ts'

let books: TestDatabase
let proxy: DatabaseProxy
let test: TestService
let payer: CrashPayer

const start = (breakerSeconds: string) => async () => {
  books = await createTestDatabase()
  proxy = await startDatabaseProxy(books.connection)
  test = await startTestService({
    DATABASE_URL: proxy.url,
    FOOTNOTE_DATABASE_TIMEOUT_SECONDS: '2',
    FOOTNOTE_BREAKER_SECONDS: breakerSeconds,
    FOOTNOTE_LEASE_SECONDS: '6',
    FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '2',
    FOOTNOTE_SETTLE_GRACE_SECONDS: '1',
  })
}
const stop = async () => {
  await test.close()
  await proxy.close()
  await books.drop()
}
beforeEach(async () => {
  payer = await createCrashPayer(books.database, () => test.service.url)
  test.upstream.requests.length = 0
})
afterEach(async () => {
  expect(await auditDatabase(books.connection)).toEqual([])
})

const call = (path: string, body: object) =>
  post(`${test.service.url}/api/v1/${path}`, payer.key, body)
const answer = () => call('answer', { query: 'q' })
const succeed = () => waitFor('a call to succeed', async () => (await answer()).status === 200)
const readiness = async () => (await send(`${test.service.url}/readyz`, {})).status
const ready = () => waitFor('the service to be ready', async () => (await readiness()) === 200)

describe('debits wait no longer than their deadline', () => {
  beforeAll(start('0.05'))
  afterAll(stop)

  it('while the connection loses every byte: 503, nothing sent upstream, nothing debited', async () => {
    await succeed()
    const before = await payer.ledger()
    test.upstream.requests.length = 0
    proxy.swallow()
    const replies = await Promise.all(Array.from({ length: 20 }, answer))
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(503))
    expect(test.upstream.requests).toEqual([])
    proxy.mend()
    expect(await payer.ledger()).toEqual(before)
    await succeed()
    expect(await payer.settledLedger()).toMatchObject({ charges: [captured, captured] })
  })

  it('when the reply to a committed debit never arrives: 503, then refunded', async () => {
    // Without a lease the debit would be refused, and that reply withheld.
    await ready()
    const [reply] = await Promise.all([answer(), proxy.withholdReply('debit_charges')])
    expectError('BILLING_UNAVAILABLE', reply)
    expect(test.upstream.requests).toEqual([])
    expect(await payer.settledLedger()).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
  })

  it('while no commit gets through: 503, then refunded, and /readyz is 503 meanwhile', async () => {
    await ready()
    const stall = await stallCommits(books.connection)
    expectError('BILLING_UNAVAILABLE', await answer())
    await waitFor('the service to be unready', async () => (await readiness()) === 503)
    await stall.release()
    await ready()
    const settled = await waitFor('the late debit to be refunded', async () => {
      const ledger = await payer.ledger()
      return ledger.charges[0]?.state === 'refunded' && ledger
    })
    expect(settled).toMatchObject({ balanceUnits: FULL, charges: [refunded] })
    expect(test.upstream.requests).toEqual([])
  })
})

describe('after two debits in a row that timed out', () => {
  beforeAll(start('600'))
  afterAll(stop)

  it('a paid call is refused with 503 and Retry-After before any debit is sent', async () => {
    proxy.swallow('debit_charges')
    for (const _ of ['once', 'again']) expectError('BILLING_UNAVAILABLE', await answer())
    proxy.mend()
    const reply = await answer()
    expectContract('answer', reply)
    expect(reply.body).toMatchObject({
      code: 'BILLING_UNAVAILABLE',
      message: expect.stringContaining('not started or charged'),
    })
    expect(reply.headers.get('retry-after')).toBe('600')
    const task = await call('research', { input: 'i', research_effort: 'deep' })
    expectError('BILLING_UNAVAILABLE', task)
    expect(await payer.ledger()).toEqual({ balanceUnits: FULL, charges: [] })
    expect(test.upstream.requests).toEqual([])
  })
})
