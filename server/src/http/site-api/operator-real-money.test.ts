import { randomUUID } from 'node:crypto'
import { siteOperations } from '@footnote/contract/site/operations'
import type { SiteOperationName } from '@footnote/contract/site/paths'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { authenticatorCode } from '../../testing/scenes/authenticator-code.ts'
import { callSite } from '../../testing/scenes/call-site.ts'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { joinWebsite, type TestMember } from '../../testing/scenes/join-website.ts'
import { makeOperator } from '../../testing/scenes/make-operator.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'
import type { Reply } from '../../testing/scenes/test-service.ts'
import { type StubStripe, startStubStripe } from '../../testing/stubs/stub-stripe.ts'

const SECRETS = ['name-in-url', 'password-in-url', 'upstream-key']
const [user, password, upstreamKey = ''] = SECRETS

let stripe: StubStripe
let site: TestWebsite
let operator: TestMember
beforeAll(async () => {
  stripe = await startStubStripe({ livemode: true })
  site = await startWebsite({
    FOOTNOTE_UPSTREAM_URL: `http://${user}:${password}@127.0.0.1:9/path`,
    FOOTNOTE_UPSTREAM_KEY: upstreamKey,
    FOOTNOTE_STRIPE_URL: stripe.config.url,
    FOOTNOTE_STRIPE_KEY: stripe.config.apiKey,
    FOOTNOTE_STRIPE_WEBHOOK_SECRET: stripe.config.webhookSecret,
  })
  operator = await joinWebsite(site)
  await makeOperator(site.database, operator.accountId)
})
afterAll(async () => {
  await site.close()
  await stripe.close()
})

const names = (Object.keys(siteOperations) as SiteOperationName[]).filter(
  name => siteOperations[name].audience === 'operator',
)
let cookie: string
const cookiesOf = ({ headers }: Reply) =>
  headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
const call: TestMember['call'] = (name, request) => callSite(site.url, name, { cookie, ...request })

it('requires two-factor authentication of admins for everything if calls cost money', async () => {
  for (const name of names) expectSiteError('TWO_FACTOR_NEEDED', await operator.call(name))
  const { password } = operator
  const { secret } = (await operator.call('start_two_factor', { body: { password } })).body
  const signedIn = await callSite(site.url, 'sign_in', {
    body: { email: operator.email, password },
  })
  expectSite('sign_in', signedIn)
  // Started but not confirmed.
  expectSiteError('TWO_FACTOR_NEEDED', await operator.call('operator_overview'))
  const confirmed = await operator.call('confirm_two_factor', {
    body: { code: authenticatorCode(secret) },
  })
  cookie = cookiesOf(confirmed)
  expectSite('operator_overview', await call('operator_overview'))
  // Opened before, with the password alone.
  const request = { cookie: cookiesOf(signedIn) }
  expectSiteError('SIGNED_OUT', await callSite(site.url, 'operator_overview', request))
})

it('requires two-factor authentication of admins if payments are live, even if calls cost nothing', async () => {
  const live = await startWebsite({
    FOOTNOTE_STRIPE_URL: stripe.config.url,
    FOOTNOTE_STRIPE_KEY: stripe.config.apiKey,
    FOOTNOTE_STRIPE_WEBHOOK_SECRET: stripe.config.webhookSecret,
  })
  onTestFinished(live.close)
  const member = await joinWebsite(live)
  await makeOperator(live.database, member.accountId)
  expectSiteError('TWO_FACTOR_NEEDED', await member.call('operator_overview'))
})

it('shows only the host of the upstream', async () => {
  const reply = await call('operator_health')
  expectSite('operator_health', reply)
  expect(reply.body).toMatchObject({
    upstream: { name: '127.0.0.1:9', is_embedded: false },
    engine: null,
    instances: [{ costs_money: true }],
  })
  for (const secret of SECRETS) expect(JSON.stringify(reply.body)).not.toContain(secret)
})

it('credits a payment without a webhook when an admin checks it, and stores the check as an action', async () => {
  const { body } = await call('recharge', { body: { amount_cents: 1_000 } })
  const { payment_id } = body
  stripe.books.pay(body.url.split('/').at(-1))
  const action = { action_id: randomUUID(), reason: 'the customer says it is paid' }
  const check = () => call('operator_check_payment', { params: { payment_id }, body: action })
  const reply = await check()
  expectSite('operator_check_payment', reply)
  expect(reply.body.action).toMatchObject({
    ...action,
    kind: 'check_payment',
    subject: payment_id,
    account_id: operator.accountId,
  })
  expect((await call('wallet')).body.balance_units).toBe(100_000_000)
  expect((await check()).body).toEqual(reply.body)

  await stripe.close()
  const failed = await call('operator_check_payment', {
    params: { payment_id },
    body: { ...action, action_id: randomUUID() },
  })
  expectSiteError('PAYMENTS_UNAVAILABLE', failed)
  const { actions } = (await call('operator_actions')).body
  expect(actions).toHaveLength(2)
})
