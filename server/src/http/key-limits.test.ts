import { priceOf } from '@footnote/contract/prices'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type KeyLimits, NO_LIMITS, setKeyLimits } from '../keys/key-limits.ts'
import { listKeys } from '../keys/keys.ts'
import type { Service } from '../service.ts'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectContract } from '../testing/scenes/expect-contract.ts'
import { expectFree } from '../testing/scenes/expect-free.ts'
import { startAnotherService } from '../testing/scenes/start-another-service.ts'
import { get, post, startTestService, type TestService } from '../testing/scenes/test-service.ts'

const ANSWER_UNITS = priceOf('answer', null).costUnits

let test: TestService
/** Another instance of the service on the same database. */
let second: Service
beforeAll(async () => {
  test = await startTestService()
  second = await startAnotherService(test)
})
afterAll(async () => {
  await second.stop()
  await test.close()
})

async function limit({ accountId }: Payer, limits: Partial<KeyLimits>): Promise<void> {
  const [key] = await listKeys(test.database, accountId)
  const keyId = key?.id ?? ''
  await setKeyLimits(test.database, { accountId, keyId, limits: { ...NO_LIMITS, ...limits } })
}

const answer = ({ key }: Payer, { url } = test.service) =>
  post(`${url}/api/v1/answer`, key, { query: 'Capital of Bolivia?' })

it('refuses a call beyond the cap, and names the cap and when it renews', async () => {
  const payer = await test.createPayer()
  await limit(payer, { monthCapUnits: ANSWER_UNITS })
  expect((await answer(payer)).status).toBe(200)
  const reply = await expectFree(test, payer, () => answer(payer))
  expectContract('answer', reply)
  expect(reply.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE', required_usd: 0.02 })
  expect(reply.body.message).toMatch(
    /monthly cap of this API key, \$0\.02, so nothing was charged\. The cap renews at \d{4}-\d\d-01T00:00:00\.000Z/,
  )
})

it('never overspends a cap on two instances that race', async () => {
  const payer = await test.createPayer()
  await limit(payer, { dayCapUnits: 4n * ANSWER_UNITS })
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) => answer(payer, index % 2 ? test.service : second)),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([
    ...Array(4).fill(200),
    ...Array(16).fill(402),
  ])
})

it('refuses a tool that the key may not call before it reaches the upstream', async () => {
  const payer = await test.createPayer()
  await limit(payer, { tools: ['research', 'finance_research'] })
  const reply = await expectFree(test, payer, () => answer(payer))
  expectContract('answer', reply)
  expect(reply.body.code).toBe('INVALID_REQUEST')
  expect(reply.body.message).toContain('/api/v1/research, /api/v1/finance_research')
})

it('limits the calls of a minute, with Retry-After', async () => {
  const payer = await test.createPayer()
  await limit(payer, { callsPerMinute: 1 })
  // A minute that has not come yet, so that the test cannot cross into the next one.
  await test.database.query(
    `update key_spending set minute = minute + interval '5 minutes', minute_calls = 1
     where key_id = any(select id from api_key where account_id = $1)`,
    [payer.accountId],
  )
  const reply = await expectFree(test, payer, () => answer(payer))
  expectContract('answer', reply)
  expect(reply.body.code).toBe('RATE_LIMITED')
  expect(reply.headers.get('retry-after')).toBe('60')
})

it('judges the expiry of a key by the database’s clock', async () => {
  const payer = await test.createPayer()
  await limit(payer, { expiresAt: new Date(Date.now() + 3_600_000) })
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now + 7_200_000)
  try {
    expect((await get(`${test.service.url}/api/v1/wallet`, payer.key)).status).toBe(200)
  } finally {
    clock.mockRestore()
  }
})

it('rejects an expired key everywhere, and says that it expired', async () => {
  const payer = await test.createPayer()
  expect((await answer(payer)).status).toBe(200)
  await limit(payer, { expiresAt: new Date(Date.now() - 1_000) })
  const paid = await expectFree(test, payer, () => answer(payer))
  expectContract('answer', paid)
  expect(paid.body.message).toMatch(/^This API key expired at /)
  const wallet = () => get(`${test.service.url}/api/v1/wallet`, payer.key)
  const reply = await waitFor('the key to be forgotten', async () => {
    const heard = await wallet()
    return heard.status === 401 && heard
  })
  expect(reply.body).toMatchObject({
    code: 'INVALID_API_KEY',
    message: expect.stringMatching(/^This API key expired at /),
  })
})
