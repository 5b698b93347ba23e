import { randomUUID } from 'node:crypto'
import { createLog } from '@footnote/platform/log'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { startService } from './service.ts'
import { callSite } from './testing/scenes/call-site.ts'
import { createPayer } from './testing/scenes/create-payer.ts'
import { joinWebsite } from './testing/scenes/join-website.ts'
import { SELLER } from './testing/scenes/seller.ts'
import { startWebsite, type TestWebsite } from './testing/scenes/start-website.ts'
import { post, send } from './testing/scenes/test-service.ts'
import { startSmtpServer } from './testing/stubs/start-smtp-server.ts'
import { startStubUpstream } from './testing/stubs/stub-upstream.ts'

let site: TestWebsite
beforeAll(async () => {
  site = await startWebsite()
})
afterAll(() => site.close())

it('shows a visitor what this service offers', async () => {
  expect(await callSite(site.url, 'session')).toMatchObject({
    status: 200,
    body: {
      account: null,
      service: { base_url: site.url, providers: [], payments: 'test', mail: 'outbox' },
    },
  })
})

it('starts new accounts with test credit where recharges are test payments, unless the operator says otherwise', async () => {
  const local = await startWebsite({ FOOTNOTE_WELCOME_CREDIT_USD: '' })
  onTestFinished(local.close)
  const { call } = await joinWebsite(local)
  await waitFor('the welcome credit', async () => {
    const { balance_units } = (await call('wallet')).body
    return balance_units === 2_000_000
  })
  expect((await call('payments')).body.payments).toMatchObject([{ is_test: true, state: 'paid' }])
  expect((await callSite(site.url, 'session')).body.service.welcome_units).toBe(0)
})

it('needs only an upstream on loopback: mail stays in the outbox, and test credit pays for nothing', async () => {
  const upstream = await startStubUpstream()
  onTestFinished(upstream.close)
  const local = await startWebsite({ FOOTNOTE_UPSTREAM_URL: upstream.url })
  onTestFinished(local.close)
  expect((await callSite(local.url, 'session')).body.service).toMatchObject({
    payments: 'none',
    mail: 'outbox',
  })
  const { cookie, email } = await joinWebsite(local)
  const recharge = await callSite(local.url, 'recharge', { cookie, body: { amount_cents: 1_000 } })
  expect(recharge).toMatchObject({ status: 503, body: { code: 'PAYMENTS_UNAVAILABLE' } })
  // The secret that signs sessions is in the data folder.
  await local.restart()
  expect((await callSite(local.url, 'session', { cookie })).body.account).toMatchObject({ email })
})

it('marks cookies as secure if the public address is https, in any letter case', async () => {
  const upstream = await startStubUpstream()
  onTestFinished(upstream.close)
  const published = await startWebsite({
    FOOTNOTE_UPSTREAM_URL: upstream.url,
    FOOTNOTE_PUBLIC_URL: 'HTTPS://footnote.example',
    FOOTNOTE_SECRET: 's'.repeat(32),
    FOOTNOTE_SMTP_URL: 'smtp://127.0.0.1:1',
    FOOTNOTE_MAIL_FROM: 'Footnote <hello@footnote.example>',
    ...SELLER,
  })
  onTestFinished(published.close)
  const headers = { origin: 'https://footnote.example' }
  const [email, password] = [`${randomUUID()}@example.com`, 'correct horse battery']
  await callSite(published.url, 'sign_up', {
    body: { email, password, accept_terms: true },
    headers,
  })
  const code = /\b\d{6}\b/.exec((await published.readMail(email))?.text ?? '')?.[0]
  const body = { email, password, code }
  const admitted = await callSite(published.url, 'confirm_email', { body, headers })
  const cookies = admitted.headers.getSetCookie()
  expect(cookies.length).toBeGreaterThan(0)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/i)
  const page = await fetch(`${published.url}/docs`)
  expect(page.headers.get('strict-transport-security')).toMatch(/^max-age=/)
})

it('serves the API beside it unchanged', async () => {
  const { key } = await createPayer(site.database, '1')
  expect(await post(`${site.url}/api/v1/answer`, key, { query: 'x' })).toMatchObject({
    status: 200,
    body: { billing: { balance_usd: 0.98 } },
  })
})

it('accepts posts from its pages by any name of this machine, and from no others', async () => {
  const { port } = new URL(site.url)
  const signOut = (origin: string | null) => callSite(site.url, 'sign_out', { headers: { origin } })
  for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
    expect(await signOut(`http://${name}:${port}`)).toMatchObject({ status: 200 })
  }
  for (const origin of [null, 'null', 'http://localhost:1', `http://example.com:${port}`]) {
    expect(await signOut(origin)).toMatchObject({ status: 403, body: { code: 'FOREIGN_ORIGIN' } })
  }
})

it('lets a member set and remove the low-balance alert', async () => {
  const { cookie } = await joinWebsite(site)
  const belowUnits = async () =>
    (await callSite(site.url, 'wallet', { cookie })).body.notice_below_units
  expect(await belowUnits()).toBe(20_000_000)
  for (const [cents, units] of [
    [1_050, 105_000_000],
    [null, null],
  ]) {
    const body = { below_cents: cents }
    expect(await callSite(site.url, 'set_notice', { cookie, body })).toMatchObject({ status: 200 })
    expect(await belowUnits()).toBe(units)
  }
  const visitor = await callSite(site.url, 'set_notice', { body: { below_cents: 1 } })
  expect(visitor).toMatchObject({ status: 401, body: { code: 'SIGNED_OUT' } })
})

it('keeps a member signed in after a restart', async () => {
  const { cookie, email } = await joinWebsite(site)
  await site.restart()
  expect((await callSite(site.url, 'session', { cookie })).body.account).toMatchObject({ email })
})

it('believes a proxy on the visitor’s address only if it is trusted', async () => {
  const forwarded = { 'x-forwarded-for': '192.0.2.77' }
  const bucketsOf = async (target: TestWebsite) => {
    const body = { email: `${randomUUID()}@example.com` }
    const reply = await callSite(target.url, 'request_reset', { body, headers: forwarded })
    expect(reply.status).toBe(200)
    const { rows } = await target.database.query<{ bucket: string }>('select bucket from attempt')
    return rows.map(({ bucket }) => bucket).join()
  }
  expect(await bucketsOf(site)).not.toContain('192.0.2.77')
  const proxied = await startWebsite({ FOOTNOTE_TRUSTED_PROXIES: '127.0.0.1' })
  onTestFinished(proxied.close)
  expect(await bucketsOf(proxied)).toContain('192.0.2.77')
})

it('leaves providers’ callbacks and Stripe’s webhooks to their own checks', async () => {
  const callback = await fetch(`${site.url}/auth/callback/github?code=x&state=y`, {
    redirect: 'manual',
  })
  expect(callback.status).toBe(302)
  expect(callback.headers.get('location')).toBe('/sign-in?error=failed')
  expect(callback.headers.getSetCookie()).toEqual([])
  const webhook = await send(`${site.url}/webhooks/stripe`, { method: 'POST', body: '{}' })
  expect(webhook).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

it('sends its mail through a configured mail server, with links to the public address and the seller’s name', async () => {
  const server = await startSmtpServer()
  onTestFinished(server.close)
  const upstream = await startStubUpstream()
  onTestFinished(upstream.close)
  const published = await startWebsite({
    FOOTNOTE_UPSTREAM_URL: upstream.url,
    FOOTNOTE_PUBLIC_URL: 'https://footnote.example',
    FOOTNOTE_SECRET: 's'.repeat(32),
    FOOTNOTE_SMTP_URL: server.url,
    FOOTNOTE_MAIL_FROM: 'Footnote <hello@footnote.example>',
    ...SELLER,
  })
  onTestFinished(published.close)
  const email = `${randomUUID()}@example.com`
  const headers = { origin: 'https://footnote.example' }
  const unaccepted = { email, password: 'correct horse battery' }
  expect(await callSite(published.url, 'sign_up', { body: unaccepted, headers })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_REQUEST', errors: [{ path: '/accept_terms' }] },
  })
  const body = { ...unaccepted, accept_terms: true }
  expect(await callSite(published.url, 'sign_up', { body, headers })).toMatchObject({ status: 200 })
  const mail = await waitFor('the message', () => server.received[0])
  expect(mail.to).toEqual([email])
  expect(mail.body).toMatch(/\b\d{6}\b/)
  expect(mail.body).toContain('https://footnote.example')
  expect(mail.body).toContain(
    `${SELLER.FOOTNOTE_LEGAL_NAME}\r\n${SELLER.FOOTNOTE_LEGAL_ADDRESS}\r\n${SELLER.FOOTNOTE_SUPPORT_EMAIL}`,
  )
  const docs = await (await fetch(`${published.url}/docs`)).text()
  for (const text of Object.values(SELLER)) expect(docs).toContain(text)
  await waitFor('the outbox to be empty', async () => !(await published.readMail(email)))
})

it('mails a member about a low balance', async () => {
  const { email } = await joinWebsite(site)
  await site.database.query('insert into notice_due select id from account where email = $1', [
    email,
  ])
  await site.restart()
  const mail = await waitFor('the notice', async () => {
    const latest = await site.readMail(email)
    return latest?.subject.includes('balance') && latest
  })
  expect(mail.text).toContain(`${site.url}/wallet`)
})

it('refuses to start if it could not work, naming settings and never their values', async () => {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const config = readConfig({
    PORT: '0',
    FOOTNOTE_DATA_DIR: folder.path,
    FOOTNOTE_PUBLIC_URL: 'https://sesame.example',
  })
  const refusal = await startService(config, { log: createLog('silent') }).then(
    () => '',
    (error: Error) => error.message,
  )
  expect(refusal).toMatch(/^the website needs FOOTNOTE_SMTP_URL .*FOOTNOTE_SECRET /)
  expect(refusal).not.toContain('sesame')
})
