import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { limits } from '@footnote/contract/limits'
import type { OperationName } from '@footnote/contract/operations'
import { WEBHOOK_EVENTS } from '@footnote/contract/webhook-events'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_LIMITS } from '../../keys/key-limits.ts'
import { createKey } from '../../keys/keys.ts'
import { expectContract, expectError } from '../../testing/scenes/expect-contract.ts'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { joinWebsite } from '../../testing/scenes/join-website.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'
import { type Reply, send } from '../../testing/scenes/test-service.ts'

let site: TestWebsite
let url: string
const heard: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
const receiver = createServer(async (request, response) => {
  heard.push({ headers: request.headers, body: await text(request) })
  response.writeHead(204).end()
})
beforeAll(async () => {
  site = await startWebsite({ FOOTNOTE_WEBHOOK_LOOPBACK: 'on' })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await site.close()
})

// A name that nobody has, so every event stays on its way.
const NOWHERE = { url: 'https://hook.invalid', events: ['wallet.low'] }

/** Opens an account and a function that calls the API with its key. */
async function open({ usd = '0', limited = false } = {}) {
  const member = await joinWebsite(site, { usd })
  const { accountId } = member
  const limits = limited ? { ...NO_LIMITS, tools: ['answer' as const] } : NO_LIMITS
  const key = await createKey(site.database, { accountId, name: 'api', limits })
  const headers = { authorization: `Bearer ${key?.key}` }
  const call = (method: string, path: string, body?: object): Promise<Reply> =>
    send(`${site.url}/api/v1/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  return { member, call }
}

it('refuses a test event while too many are on their way', async () => {
  const { member } = await open()
  const created = await member.call('create_webhook', { body: NOWHERE })
  expectSite('create_webhook', created)
  const { webhook_id } = created.body
  const test = () => member.call('test_webhook', { params: { webhook_id } })
  for (let event = 0; event < limits.openWebhookDeliveries; event += 1) {
    expectSite('test_webhook', await test())
  }
  const refused = await test()
  expectSiteError('RATE_LIMITED', refused)
  expect(refused.body.message).toContain('webhook')
})

describe('the API', () => {
  it('manages webhooks', async () => {
    const { call } = await open()
    const ask = async (name: OperationName, ...request: Parameters<typeof call>) => {
      const reply = await call(...request)
      expectContract(name, reply)
      return reply.body
    }
    const { webhook_id } = await ask('create_webhook', 'POST', 'webhooks', NOWHERE)
    const path = `webhooks/${webhook_id}`
    const { webhooks } = await ask('list_webhooks', 'GET', 'webhooks')
    expect(webhooks).toMatchObject([{ webhook_id, ...NOWHERE, disabled_at: null }])
    expect(await ask('update_webhook', 'PATCH', path, { is_on: false })).toMatchObject({
      ...NOWHERE,
      disabled_because: 'owner',
    })
    const changed = { url: 'https://other.invalid/', events: ['key.created'] }
    expect(await ask('update_webhook', 'PATCH', path, changed)).toMatchObject({
      ...changed,
      disabled_because: 'owner',
    })
    expect((await ask('update_webhook', 'PATCH', path, { is_on: true })).disabled_at).toBeNull()
    expect((await ask('rotate_webhook', 'POST', `${path}/rotate`)).secret).toMatch(/^whsec_/)
    await ask('test_webhook', 'POST', `${path}/test`)
    const { deliveries } = await ask('list_deliveries', 'GET', `${path}/deliveries`)
    expect(deliveries).toMatchObject([{ kind: 'test' }])
    await ask('replay_delivery', 'POST', `${path}/deliveries/${deliveries[0].delivery_id}/replay`)
    await ask('delete_webhook', 'DELETE', path)
    expect(await ask('list_webhooks', 'GET', 'webhooks')).toEqual({ webhooks: [] })
  })

  it('rejects invalid bodies', async () => {
    const { call } = await open()
    for (const body of [{ ...NOWHERE, url: 'http://x.com' }, { ...NOWHERE, events: ['x'] }, {}]) {
      const reply = await call('POST', 'webhooks', body)
      expectContract('create_webhook', reply)
      expect(reply.status).toBe(400)
    }
    expect((await call('PATCH', `webhooks/${crypto.randomUUID()}`, {})).status).toBe(400)
    const inside = { url: 'https://10.0.0.1/hook' }
    for (const [method, path] of [
      ['POST', 'webhooks'],
      ['PATCH', `webhooks/${crypto.randomUUID()}`],
    ] as const) {
      const reply = await call(method, path, { ...NOWHERE, ...inside })
      expectError('INVALID_REQUEST', reply)
      expect(reply.body.errors).toMatchObject([{ path: '/url' }])
    }
  })

  it('shows and changes no webhook of another account', async () => {
    const owner = await open()
    const { webhook_id } = (await owner.call('POST', 'webhooks', NOWHERE)).body
    const { call } = await open()
    expect((await call('GET', 'webhooks')).body).toEqual({ webhooks: [] })
    const path = `webhooks/${webhook_id}`
    for (const reply of await Promise.all([
      call('PATCH', path, { is_on: false }),
      call('DELETE', path),
      call('POST', `${path}/rotate`),
      call('POST', `${path}/test`),
      call('GET', `${path}/deliveries`),
    ])) {
      expectError('NOT_FOUND', reply)
    }
    expect((await owner.call('GET', 'webhooks')).body.webhooks).toHaveLength(1)
  })

  it('lets no key that is limited to some tools manage webhooks', async () => {
    const { call } = await open({ limited: true })
    const refused = [await call('GET', 'webhooks'), await call('POST', 'webhooks', NOWHERE)]
    for (const reply of refused) expectError('INVALID_REQUEST', reply)
  })
})

it('delivers wallet events that the official package verifies', async () => {
  const { member, call } = await open()
  const events = WEBHOOK_EVENTS.filter(event => event.startsWith('wallet.'))
  const { secret } = (await call('POST', 'webhooks', { url, events })).body
  const recharge = await member.call('recharge', { body: { amount_cents: 1_000 } })
  const params = { payment_id: recharge.body.payment_id }
  await member.call('test_payment', { params, body: { outcome: 'pay' } })
  await member.call('set_notice', { body: { below_cents: 999 } })
  expect((await call('POST', 'answer', { query: 'Why?' })).status).toBe(200)
  await waitFor('both events', () => heard.length === 2)
  const webhook = new Webhook(secret)
  const messages = heard.map(({ headers, body }) =>
    webhook.verify(body, headers as Record<string, string>),
  )
  expect(messages).toMatchObject([
    { type: 'wallet.recharged', data: { ...params, credited_units: 100_000_000 } },
    { type: 'wallet.low', data: { balance_units: 99_800_000, below_units: 99_900_000 } },
  ])
})
