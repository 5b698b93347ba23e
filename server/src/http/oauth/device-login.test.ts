import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tidyDeviceLogins } from '../../connections/device-logins.ts'
import { expectContract } from '../../testing/scenes/expect-contract.ts'
import { expectSiteError } from '../../testing/scenes/expect-site.ts'
import { joinWebsite, type TestMember } from '../../testing/scenes/join-website.ts'
import { captured, readLedger } from '../../testing/scenes/read-ledger.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'
import { post, send } from '../../testing/scenes/test-service.ts'
import { auditDatabase } from '../../wallet/audit.ts'

let site: TestWebsite
let member: TestMember
beforeAll(async () => {
  site = await startWebsite()
  member = await joinWebsite(site, { usd: '10' })
})
afterAll(async () => {
  expect(await auditDatabase(site.connection)).toEqual([])
  await site.close()
})
// All devices of this test share an address.
beforeEach(() => site.database.query('delete from attempt'))

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code'

function sendForm(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ client_id: 'footnote-cli', ...fields })
  return send(`${site.url}/auth/device/${path}`, { method: 'POST', body })
}

const start = async (device_name = 'laptop') => (await sendForm('code', { device_name })).body
const poll = (device_code: string) => sendForm('token', { grant_type: GRANT_TYPE, device_code })
/** Lets a device poll again without a pause. */
const forgetPoll = () => site.database.query('update device_login set next_poll_at = now()')
const approve = (user_code: string, { who = member, cents = 500 } = {}) =>
  who.call('approve_device', { body: { user_code, month_cap_cents: cents } })
const listKeys = async (who = member) => (await who.call('keys')).body.keys

describe('a login by a device', () => {
  it('ends as a key with a cap, which pays for calls and revokes itself', async () => {
    const who = await joinWebsite(site, { usd: '1' })
    const login = await start(`laptop ${randomUUID()}`)
    expect(login).toMatchObject({
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      verification_uri: `${site.url}/device`,
      expires_in: 900,
      interval: 2,
    })
    expect(login).not.toHaveProperty('verification_uri_complete')
    expect((await poll(login.device_code)).body.error).toBe('authorization_pending')
    const ask = () => post(`${site.url}/api/v1/answer`, login.device_code, { query: 'What is it?' })
    expect((await ask()).status).toBe(401)

    const typed = login.user_code.toLowerCase().replace('-', ' ')
    const { body: device } = await who.call('describe_device', { body: { user_code: typed } })
    expect(device).toMatchObject({
      device_name: expect.stringMatching(/^Command line on laptop /),
      is_own_network: true,
    })
    expect((await approve(typed, { who, cents: 3 })).status).toBe(200)
    await forgetPoll()
    const { status, body } = await poll(login.device_code)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: login.device_code,
      token_type: 'Bearer',
      key_name: device.device_name,
    })

    expect((await ask()).status).toBe(200)
    expect((await ask()).body.message).toContain('monthly cap')
    expect((await readLedger(site.database, who.accountId)).charges).toMatchObject([captured])
    expect(await listKeys(who)).toMatchObject([
      { kind: 'key', name: device.device_name, limits: { month_cap_units: 300_000 } },
    ])

    expect((await sendForm('revoke', { token: login.device_code })).status).toBe(200)
    expect((await listKeys(who))[0].revoked_at).not.toBeNull()
    expect((await sendForm('revoke', { token: login.device_code })).status).toBe(200)
    await expect.poll(async () => (await ask()).status).toBe(401)
  })

  it('gives a lost reply again, and no second key', async () => {
    const who = await joinWebsite(site)
    const login = await start()
    const both = await Promise.all([1, 2].map(() => approve(login.user_code, { who })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await forgetPoll()
      expect((await poll(login.device_code)).body.access_token).toBe(login.device_code)
    }
    expect(await listKeys(who)).toHaveLength(1)
    // The account has no webhook, and can list its events all the same.
    const headers = { authorization: `Bearer ${login.device_code}` }
    const listed = await send(`${site.url}/api/v1/webhooks/events`, { headers })
    expectContract('list_events', listed)
    expect(listed.body.events).toMatchObject([{ kind: 'key.created' }])
  })

  it('can be refused, and is refused once its key is revoked', async () => {
    const denied = await start()
    expect(
      (await member.call('deny_device', { body: { user_code: denied.user_code } })).status,
    ).toBe(200)
    expect((await poll(denied.device_code)).body.error).toBe('access_denied')
    expect((await approve(denied.user_code)).status).toBe(400)

    const who = await joinWebsite(site)
    const login = await start()
    await approve(login.user_code, { who })
    const [key] = await listKeys(who)
    await who.call('revoke_key', { params: { key_id: key.key_id } })
    expect((await poll(login.device_code)).body.error).toBe('access_denied')
  })

  it('expires, and is deleted later', async () => {
    const login = await start()
    await site.database.query(`update device_login set expires_at = now() - interval '2 hours'`)
    expect((await poll(login.device_code)).body.error).toBe('expired_token')
    expectSiteError('INVALID_REQUEST', await approve(login.user_code))
    await tidyDeviceLogins(site.database)
    expect((await poll(login.device_code)).body.error).toBe('invalid_grant')
  })

  it('keeps neither the device code nor its key', async () => {
    const login = await start()
    const { rows } = await site.database.query(
      'select to_jsonb(device_login)::text as row from device_login',
    )
    expect(JSON.stringify(rows)).not.toContain(login.device_code)
  })
})

describe('a device', () => {
  it('that polls too often has to slow down', async () => {
    const { device_code } = await start()
    expect((await poll(device_code)).body.error).toBe('authorization_pending')
    expect((await poll(device_code)).body.error).toBe('slow_down')
  })

  it('chooses a name that cannot imitate the page', async () => {
    const { user_code } = await start(`\u001b[31m\n${'x'.repeat(500)}`)
    const { body } = await member.call('describe_device', { body: { user_code } })
    expect(body.device_name).toMatch(/^Command line on [\x20-\x7e]{1,60}$/)
  })

  it('can’t start endless logins', async () => {
    let status = 0
    for (let made = 0; made < 30 && status !== 429; made += 1) {
      status = (await sendForm('code', { device_name: 'x' })).status
    }
    expect(status).toBe(429)
  })

  it('of another client, or with another grant, is refused', async () => {
    expect((await sendForm('code', { client_id: 'other' })).body.error).toBe('invalid_client')
    const { device_code } = await start()
    const other = await sendForm('token', { grant_type: 'password', device_code })
    expect(other.body.error).toBe('unsupported_grant_type')
  })
})

describe('approval', () => {
  it('comes only from our own page and a member, who can’t guess codes', async () => {
    const { user_code } = await start()
    const body = { user_code, month_cap_cents: 500 }
    const foreign = { body, headers: { origin: 'https://evil.example' } }
    expectSiteError('FOREIGN_ORIGIN', await member.call('approve_device', foreign))
    expectSiteError('SIGNED_OUT', await member.call('approve_device', { body, cookie: '' }))
    let last = await approve('BBBB-BBBB')
    for (let made = 0; made < 30 && last.status !== 429; made += 1) last = await approve('wrong')
    expectSiteError('TOO_MANY_ATTEMPTS', last)
    expectSiteError('TOO_MANY_ATTEMPTS', await approve(user_code))
  })
})
