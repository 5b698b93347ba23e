import { randomUUID } from 'node:crypto'
import { siteLimits } from '@footnote/contract/site/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { joinWebsite, type TestMember } from '../../testing/scenes/join-website.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'
import { get, post } from '../../testing/scenes/test-service.ts'
import { creditWallet } from '../../wallet/credit-wallet.ts'

let site: TestWebsite
let member: TestMember
let key: string
beforeAll(async () => {
  site = await startWebsite()
  member = await joinWebsite(site)
  const { accountId } = member
  const credit = { accountId, units: 100_000_000n, reason: 'test', reference: randomUUID() }
  await creditWallet(site.database, credit)
  key = (await member.call('create_key', { body: { name: 'Laptop' } })).body.key
  await post(`${site.url}/api/v1/answer`, key, { query: 'q' })
  await post(`${site.url}/api/v1/answer`, key, { query: 'q' })
  await post(`${site.url}/api/v1/finance_research`, key, { input: 'i' })
})
afterAll(() => site.close())

it('the usage history is the API’s own', async () => {
  const reply = await member.call('usage')
  expectSite('usage', reply)
  expect(reply.body.calls).toHaveLength(3)
  expect(reply.body).toEqual((await get(`${site.url}/api/v1/usage`, key)).body)
})

it('the usage history is filtered and comes in pages', async () => {
  const list = async (query: Record<string, string>) =>
    (await member.call('usage', { query })).body.calls.map(({ tool }: { tool: string }) => tool)
  expect(await list({ tool: 'answer' })).toEqual(['answer', 'answer'])
  expect(await list({ effort: 'deep' })).toEqual(['finance_research'])
  expect(await list({ key: 'Laptop', state: 'captured' })).toHaveLength(3)
  expect(await list({ key: 'Desktop' })).toEqual([])
  expect(await list({ state: 'refunded' })).toEqual([])
  expect(await list({ from: '2020-01-01', to: '2020-01-31', pages: 'long' })).toEqual([])
  const refused = await member.call('usage', { query: { state: 'lost' } })
  expectSiteError('INVALID_REQUEST', refused)
})

describe('spending', () => {
  it('is reported up to a day of the past', async () => {
    const reply = await member.call('spending', { query: { days: '2', to: '2020-02-01' } })
    expectSite('spending', reply)
    expect(reply.body).toEqual({ days: ['2020-01-31', '2020-02-01'], spending: [] })
  })

  it('adds up to the charges of the wallet', async () => {
    const reply = await member.call('spending')
    expectSite('spending', reply)
    const { days, spending } = reply.body
    expect(days).toHaveLength(siteLimits.spendingDays.default)
    expect(spending).toMatchObject([
      { tool: 'answer', key_name: 'Laptop', units: 400_000, calls: 2, refunded_calls: 0 },
      { tool: 'finance_research', key_name: 'Laptop', units: 3_500_000, calls: 1 },
    ])
    expect(days).toContain(spending[0].day)
    const { balance_units } = (await member.call('wallet')).body
    expect(balance_units).toBe(100_000_000 - 400_000 - 3_500_000)
  })

  it.each(['1', '01', '7', '366'])('is reported for %s days', async days => {
    const reply = await member.call('spending', { query: { days } })
    expectSite('spending', reply)
    expect(reply.body.days).toHaveLength(Number(days))
  })

  it.each(['0', '00', '367', '999', '1000', '-1', '1.5', '', 'all', '1e1', '٣'])(
    'is refused for "%s" days',
    async days => {
      const reply = await member.call('spending', { query: { days } })
      expectSiteError('INVALID_REQUEST', reply)
      expect(reply.body.errors[0].path).toBe('/days')
    },
  )
})
