import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Service } from '../service.ts'
import { createPayer, type Payer } from '../testing/scenes/create-payer.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { expectFree } from '../testing/scenes/expect-free.ts'
import { captured, readLedger } from '../testing/scenes/read-ledger.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import { get, post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { answerWell } from '../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
let second: Service
let payer: Payer
beforeAll(async () => {
  test = await startTestService()
  second = await startAnotherService(test)
})
beforeEach(async () => {
  test.upstream.handler = answerWell
  payer = await test.createPayer()
})
afterAll(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await second.stop()
  await test.close()
})

const answer = (id: string, { key } = payer, { url }: Service = test.service) =>
  post(`${url}/api/v1/answer`, key, { query: 'q' }, { 'footnote-request-id': id })
const submit = (id: string) =>
  post(
    `${test.service.url}/api/v1/research`,
    payer.key,
    { input: 'i', background: true },
    { 'footnote-request-id': id },
  )
const usage = async () => (await get(`${test.service.url}/api/v1/usage`, payer.key)).body.calls
const ledger = () => readLedger(test.database, payer.accountId)

describe('an id that the caller chose', () => {
  it.each([
    ['a random UUID', () => randomUUID()],
    ['a UUID of this service’s kind', () => randomUUIDv7()],
    ['the nil UUID', () => '00000000-0000-0000-0000-000000000000'],
  ])('is the request id everywhere: %s', async (_, make) => {
    const id = make()
    const reply = await answer(id)
    expect(reply.status).toBe(200)
    expectContract('answer', reply)
    expect(reply.body.billing.request_id).toBe(id)
    expect(reply.headers.get('x-request-id')).toBe(id)
    expect(await usage()).toMatchObject([{ request_id: id, state: 'captured' }])
    // The charge has an id of its own, which says when it was made.
    expect((await ledger()).charges[0]?.id).not.toBe(id)
  })

  it('is taken in any case and returned in lower case', async () => {
    const id = randomUUID()
    expect((await answer(id.toUpperCase())).body.billing.request_id).toBe(id)
    expect(await answer(id)).toMatchObject({ status: 400 })
  })

  it('is in the reply of a call that fails', async () => {
    const id = randomUUID()
    test.upstream.handler = () => ({ status: 500, body: {} })
    const reply = await answer(id)
    expectContract('answer', reply)
    expect(reply).toMatchObject({
      status: 502,
      body: { request_id: id, billing: { request_id: id } },
    })
  })

  it('is the id of a background task', async () => {
    const id = randomUUID()
    const reply = await submit(id)
    expectContract('research', reply)
    expect(reply).toMatchObject({ status: 202, body: { task_id: id, billing: { request_id: id } } })
    const task = `${test.service.url}/api/v1/research/${id}`
    expect((await get(task, payer.key)).body).toMatchObject({ task_id: id, status: 'completed' })
    const events = await fetch(`${task}/events`, {
      headers: { authorization: `Bearer ${payer.key}` },
    })
    expect(await events.text()).toContain('"completed"')
    expect(await usage()).toMatchObject([{ request_id: id, state: 'captured' }])
  })

  it('finds no task under the id that the service made for its charge', async () => {
    await submit(randomUUID())
    const [charge] = (await ledger()).charges
    expect(await get(`${test.service.url}/api/v1/research/${charge?.id}`, payer.key)).toMatchObject(
      { status: 404, body: { code: 'JOB_NOT_FOUND' } },
    )
  })
})

describe('a second call with the same id', () => {
  it('is rejected without a charge, and names the path of the first', async () => {
    const id = randomUUID()
    await answer(id)
    const reply = await expectFree(test, payer, () => answer(id))
    expectContract('answer', reply)
    expect(reply.status).toBe(400)
    expect(reply.body.message).toContain(`/api/v1/calls/${id}`)
    expect(await expectFree(test, payer, () => submit(id))).toMatchObject({ status: 400 })
  })

  it('is rejected if the first was refunded', async () => {
    const id = randomUUID()
    test.upstream.handler = () => ({ status: 500, body: {} })
    expect(await answer(id)).toMatchObject({ status: 502 })
    expect(await expectFree(test, payer, () => answer(id))).toMatchObject({ status: 400 })
  })

  it('is rejected if the service made the id', async () => {
    const first = await post(`${test.service.url}/api/v1/answer`, payer.key, { query: 'q' })
    const id = first.body.billing.request_id
    expect(await expectFree(test, payer, () => answer(id))).toMatchObject({ status: 400 })
  })

  it('is rejected before a low balance is', async () => {
    const poor = await createPayer(test.database, '0.02')
    const id = randomUUID()
    expect(await answer(id, poor)).toMatchObject({ status: 200 })
    expect(await answer(id, poor)).toMatchObject({ status: 400 })
  })

  it('of another account is a call of its own', async () => {
    const id = randomUUID()
    const other = await test.createPayer()
    expect(await answer(id)).toMatchObject({ status: 200 })
    expect(await answer(id, other)).toMatchObject({
      status: 200,
      body: { billing: { request_id: id } },
    })
  })

  it('is charged once among 40 at once on two instances', async () => {
    const id = randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        answer(id, payer, index % 2 === 0 ? test.service : second),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(39)
    expect((await ledger()).charges).toMatchObject([captured])
  })
})

describe('an id is not used up', () => {
  it('by a call that the balance did not cover', async () => {
    const poor = await createPayer(test.database, '0.01')
    const id = randomUUID()
    expect(await answer(id, poor)).toMatchObject({ status: 402, body: { request_id: id } })
    await test.database.query('select credit_wallet($1, 1000000, $2, $3)', [
      poor.accountId,
      'test',
      id,
    ])
    expect(await answer(id, poor)).toMatchObject({ status: 200 })
  })

  it('by a call that was invalid', async () => {
    const id = randomUUID()
    const headers = { 'footnote-request-id': id }
    const invalid = await post(`${test.service.url}/api/v1/answer`, payer.key, {}, headers)
    expect(invalid).toMatchObject({ status: 400, body: { request_id: id } })
    expect(await answer(id)).toMatchObject({ status: 200 })
  })
})

it.each(['', 'x', '0190', `${randomUUID()}, ${randomUUID()}`, `{${randomUUID()}}`])(
  'rejects a header that is not one UUID: "%s"',
  async id => {
    const reply = await expectFree(test, payer, () => answer(id))
    expectContract('answer', reply)
    expect(reply.body.message).toContain('Footnote-Request-Id')
  },
)
