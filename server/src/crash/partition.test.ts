import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { abandonCharge } from '../testing/scenes/abandon-charge.ts'
import { ANSWER_UNITS, createCrashPayer, FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { holdCalls } from '../testing/scenes/hold-calls.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { captured, refunded } from '../testing/scenes/read-ledger.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { send } from '../testing/scenes/test-service.ts'
import { startDatabaseProxy } from '../testing/stubs/database-proxy.ts'
import { goodAnswer, type StubUpstream, startStubUpstream } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

describe('the living declared dead', () => {
  let books: TestDatabase
  let upstream: StubUpstream
  beforeAll(async () => {
    books = await createTestDatabase()
    upstream = await startStubUpstream()
  })
  afterEach(async () => {
    expect(await auditDatabase(books.connection)).toEqual([])
  })
  afterAll(async () => {
    await upstream.close()
    await books.drop()
  })

  async function start(settings: Record<string, string>, url = books.url) {
    const service = await startAnotherService({ url, upstream }, settings)
    onTestFinished(service.stop)
    return { ...service, payer: await createCrashPayer(books.database, () => service.url) }
  }
  const countLeases = async () => {
    const { rowCount } = await books.database.query(
      'select from instance where lease_until > clock_timestamp()',
    )
    return rowCount
  }
  const lapse = () =>
    books.database.query('update instance set lease_until = clock_timestamp() - interval $$1 s$$')

  it('a process whose lease lapsed renews it at its next debit, and debits once', async () => {
    const { payer } = await start({ FOOTNOTE_LEASE_SECONDS: '3600' })
    await lapse()
    const replies = await Promise.all(Array.from({ length: 10 }, payer.answer))
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: goodAnswer })
    expect(await countLeases()).toBe(1)
    expect(await payer.ledger()).toMatchObject({
      balanceUnits: FULL - 10n * ANSWER_UNITS,
      charges: replies.map(() => captured),
    })
  })

  it('a process that cannot renew its lease is unready, debits nothing and sends nothing', async () => {
    const { url, payer } = await start({ FOOTNOTE_LEASE_SECONDS: '3600' })
    const isReady = async () => (await send(`${url}/readyz`, {})).status === 200
    await lapse()
    const lock = await holdLock(books.connection, 'select from instance for update')
    upstream.requests.length = 0
    const reply = payer.answer()
    await waitFor('the process to be unready', async () => !(await isReady()))
    expect(await reply).toMatchObject({ status: 503, body: { code: 'BILLING_UNAVAILABLE' } })
    expect((await reply)?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await payer.ledger()).toEqual({ balanceUnits: FULL, charges: [] })
    expect(upstream.requests).toHaveLength(0)
    await lock.release()
    expect(await payer.answer()).toMatchObject({ status: 200 })
    expect(await isReady()).toBe(true)
  })

  it('a process that was cut off refunds no running call of another', async () => {
    const settings = { FOOTNOTE_LEASE_SECONDS: '4', FOOTNOTE_SWEEP_SECONDS: '0.05' }
    const proxies = await Promise.all([1, 2].map(() => startDatabaseProxy(books.connection)))
    const [one, other] = proxies
    if (!one || !other) throw new Error('there are two proxies')
    onTestFinished(async () => {
      await Promise.all(proxies.map(proxy => proxy.close()))
    })
    const { payer } = await start(settings, one.url)
    await start(settings, other.url)
    const held = holdCalls(upstream)
    const reply = payer.answer()
    await held.arrived
    for (const proxy of proxies) proxy.cut()
    await waitFor('both leases to lapse', async () => (await countLeases()) === 0)
    const bystander = await createCrashPayer(books.database, () => '')
    await abandonCharge(books.database, bystander)
    other.mend()
    // This one is certainly gone, so its refund shows that the other has swept.
    await bystander.settledLedger()
    expect(await payer.ledger()).toMatchObject({ charges: [{ state: 'held' }] })
    one.mend()
    await waitFor('both leases to be renewed', async () => (await countLeases()) === 2)
    held.release()
    expect(await reply).toMatchObject({ status: 200, body: goodAnswer })
    expect(await payer.ledger()).toMatchObject({ charges: [captured] })
  })
})

describe('the living declared dead: a process that is stopped for longer than its lease', () => {
  const lease = { FOOTNOTE_LEASE_SECONDS: '1' }
  const at = useCrashScene(lease)
  const notDelivered = { status: expect.toBeOneOf([502, 503]) }

  it.each([
    { call: 'answer', wakes: 'with the reply to its debit' },
    { call: 'answer', wakes: 'and renews its lease before the reply to its debit comes' },
    { call: 'submit', wakes: 'with the reply to its debit' },
  ] as const)('sends no refunded $call upstream when it wakes $wakes', async ({ call, wakes }) => {
    const { scene } = at
    const payer = await scene.createPayer()
    const other = await startAnotherService(scene, { ...lease, FOOTNOTE_SWEEP_SECONDS: '0.05' })
    onTestFinished(other.stop)
    const debited = scene.proxy.withholdReply('debit_charges')
    const reply = payer[call]()
    const { deliver } = await debited
    scene.service.signal('SIGSTOP')
    onTestFinished(() => scene.service.signal('SIGCONT'))
    const refund = { balanceUnits: FULL, charges: [{ ...refunded, cause: 'process_died' }] }
    expect(await payer.settledLedger()).toMatchObject(refund)
    const isLate = wakes !== 'with the reply to its debit'
    if (!isLate) deliver()
    scene.service.signal('SIGCONT')
    if (isLate) {
      await waitFor('both processes to have a lease', async () => {
        const { rowCount } = await scene.database.query(
          'select from instance where lease_until > clock_timestamp()',
        )
        return rowCount === 2
      })
      deliver()
    }
    expect(await reply).toMatchObject(notDelivered)
    expect(scene.upstream.requests).toHaveLength(0)
    expect(await payer.ledger()).toMatchObject(refund)
  })
})
