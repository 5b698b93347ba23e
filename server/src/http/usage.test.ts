import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '../keys/keys.ts'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract, expectError } from '../testing/scenes/expect-contract.ts'
import { revokeKey } from '../testing/scenes/revoke-key.ts'
import { get, post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { answerWell } from '../testing/stubs/stub-upstream.ts'
import { createDebit } from '../wallet/debit.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
beforeEach(() => {
  test.upstream.handler = answerWell
})
afterAll(() => test.close())

const call = (key: string, tool: string, body: object) =>
  post(`${test.service.url}/api/v1/${tool}`, key, body)
const answer = (key: string) => call(key, 'answer', { query: 'q' })
const read = (key: string, what: 'usage' | 'wallet') =>
  get(`${test.service.url}/api/v1/${what}`, key)

async function createSecondKey({ accountId }: Payer, name: string): Promise<string> {
  const created = await createKey(test.database, { accountId, name })
  if (!created) throw new Error('the name is taken')
  return created.key
}

describe('the usage history', () => {
  it('of a new account is empty', async () => {
    const { key } = await test.createPayer()
    const reply = await read(key, 'usage')
    expectContract('usage', reply)
    expect(reply.body).toEqual({ calls: [] })
  })

  it('lists tool, effort, cost, state, key and time of each call, newest first', async () => {
    const { key } = await test.createPayer()
    const first = await answer(key)
    const second = await call(key, 'finance_research', { input: 'i' })
    const third = await call(key, 'research', { input: 'i', research_effort: 'deep' })
    test.upstream.handler = () => ({ status: 422, body: { error: 'no' } })
    const fourth = await call(key, 'research', { input: 'i' })
    const reply = await read(key, 'usage')
    expectContract('usage', reply)
    const rest = { key_name: 'test', created_at: expect.anything() }
    expect(reply.body.calls).toEqual([
      {
        request_id: fourth.headers.get('x-request-id'),
        tool: 'research',
        effort: 'standard',
        cost_usd: 0.15,
        cost_units: 1_500_000,
        state: 'refunded',
        ...rest,
      },
      {
        request_id: third.body.task_id,
        tool: 'research',
        effort: 'deep',
        cost_usd: 0.3,
        cost_units: 3_000_000,
        state: 'held',
        ...rest,
      },
      {
        request_id: second.headers.get('x-request-id'),
        tool: 'finance_research',
        effort: 'deep',
        cost_usd: 0.35,
        cost_units: 3_500_000,
        state: 'captured',
        ...rest,
      },
      {
        request_id: first.headers.get('x-request-id'),
        tool: 'answer',
        effort: null,
        cost_usd: 0.02,
        cost_units: 200_000,
        state: 'captured',
        ...rest,
      },
    ])
  })

  it('holds the latest 100 charged calls', async () => {
    const { key } = await test.createPayer()
    const old = [await answer(key), await answer(key), await answer(key)]
    await Promise.all(Array.from({ length: 98 }, () => answer(key)))
    const latest = await answer(key)
    const { calls } = (await read(key, 'usage')).body
    expect(calls).toHaveLength(100)
    const ids: string[] = calls.map(({ request_id }: { request_id: string }) => request_id)
    expect(new Set(ids).size).toBe(100)
    expect(ids[0]).toBe(latest.body.billing.request_id)
    expect(ids.at(-1)).toBe(old[2]?.body.billing.request_id)
    const times: string[] = calls.map(({ created_at }: { created_at: string }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  it('omits refused calls', async () => {
    const { key } = await test.createPayer('0.01')
    await answer(key)
    await call(key, 'answer', {})
    expect((await read(key, 'usage')).body.calls).toEqual([])
  })

  it('names the key that paid, even if it is revoked, and the website', async () => {
    const payer = await test.createPayer()
    const { accountId } = payer
    const second = await createSecondKey(payer, 'second')
    await answer(second)
    await revokeKey(test.database, { accountId, name: 'second' })
    await answer(payer.key)
    await createDebit(test.database)({
      chargeId: randomUUIDv7(),
      accountId,
      keyId: null,
      tool: 'answer',
      effort: null,
      costUnits: 200_000n,
      holdMs: 600_000,
      instanceId: await ownInstance(),
    })
    const reply = await read(payer.key, 'usage')
    expectContract('usage', reply)
    const names = reply.body.calls.map(({ key_name }: { key_name: string }) => key_name)
    expect(names).toEqual(['website', 'test', 'second'])
  })

  it('is the account’s, for each of its keys', async () => {
    const payer = await test.createPayer()
    const second = await createSecondKey(payer, 'second')
    await answer(payer.key)
    expect((await read(second, 'usage')).body).toEqual((await read(payer.key, 'usage')).body)
  })
})

describe('the wallet', () => {
  it.each([
    ['10', 10, 100_000_000],
    ['0.0000001', 0.0000001, 1],
    ['900000000.1234567', 900_000_000.1234567, 9_000_000_001_234_567],
  ])('of %s USD is exact in USD and in units', async (usd, balance_usd, balance_units) => {
    const { key } = await test.createPayer(usd)
    const reply = await read(key, 'wallet')
    expectContract('wallet', reply)
    expect(reply.body).toEqual({ balance_usd, balance_units })
  })

  it('of a new account is empty', async () => {
    const { key } = await test.createPayer('0')
    expect((await read(key, 'wallet')).body).toEqual({ balance_usd: 0, balance_units: 0 })
  })
})

describe('one account cannot see another’s', () => {
  it('calls, balance or tasks', async () => {
    const [one, other] = [await test.createPayer('1'), await test.createPayer('2')]
    const { task_id } = (await call(one.key, 'research', { input: 'i', research_effort: 'deep' }))
      .body
    expect((await read(other.key, 'usage')).body).toEqual({ calls: [] })
    expect((await read(other.key, 'wallet')).body.balance_usd).toBe(2)
    for (const path of [task_id, `${task_id}/events`]) {
      const reply = await get(`${test.service.url}/api/v1/research/${path}`, other.key)
      expectError('JOB_NOT_FOUND', reply)
    }
  })

  it('while every key of an account retrieves its tasks', async () => {
    const payer = await test.createPayer()
    const second = await createSecondKey(payer, 'second')
    const { body } = await call(payer.key, 'research', { input: 'i', research_effort: 'deep' })
    const reply = await get(`${test.service.url}/api/v1/research/${body.task_id}`, second)
    expect(reply).toMatchObject({ status: 200, body: { task_id: body.task_id } })
  })
})

/** The instance of the service under test, so that the sweeper counts its charges as alive. */
async function ownInstance(): Promise<string> {
  const { rows } = await test.database.query<{ id: string }>('select id from instance')
  return rows[0]?.id ?? ''
}
