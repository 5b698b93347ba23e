import { createHash } from 'node:crypto'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, describe, expect, it } from 'vitest'
import { FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { joinWebsite, type TestMember } from '../testing/scenes/join-website.ts'
import { captured, readLedger } from '../testing/scenes/read-ledger.ts'
import { post, type Reply, send } from '../testing/scenes/test-service.ts'

const at = useCrashScene({ FOOTNOTE_WEBSITE: 'on' })
const site = {
  get database() {
    return at.scene.database
  },
  get url() {
    return at.scene.service.url
  },
}
let member: TestMember
beforeEach(async () => {
  member = await joinWebsite(site, { usd: '10' })
})

/** Breaks something while a request of the member waits for this table; returns its reply. */
async function breakAt(
  table: string,
  request: () => Promise<Reply>,
  breakIt: () => Promise<void>,
): Promise<Reply | undefined> {
  const lock = await holdLock(at.scene.connection, `lock table ${table} in share mode`)
  const reply = request().catch(() => undefined)
  await lock.somebodyWaits()
  await breakIt()
  await lock.release()
  return reply
}

/** Kills the service there, and starts it again. */
const killAt = async (table: string, request: () => Promise<Reply>) =>
  expect(await breakAt(table, request, () => at.scene.restart())).toBeUndefined()

/** PostgreSQL dies there, and the request is refused. */
const crashDatabaseAt = async (table: string, request: () => Promise<Reply>) =>
  expect(await breakAt(table, request, () => at.scene.endConnections())).toMatchObject({
    status: 503,
  })

/** The first requests after a crash of PostgreSQL may be refused. */
const listKeys = () =>
  waitFor('the list of keys', async () => (await member.call('keys')).body.keys)

describe('consent to an app', () => {
  const REDIRECT_URL = 'http://127.0.0.1:33418/callback'
  const VERIFIER = 'v'.repeat(43)

  async function askConsent(clientId: string): Promise<string> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT_URL,
      code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const { headers } = await fetch(`${site.url}/auth/oauth2/authorize?${query}`, {
      redirect: 'manual',
      headers: { cookie: member.cookie },
    })
    const page = new URL(headers.get('location') ?? '', site.url)
    return page.searchParams.get('request') ?? ''
  }

  const accept = (query: string, month_cap_cents: number) =>
    member.call('accept_connection', { body: { query, month_cap_cents } })

  const countTokens = async () =>
    (await site.database.query('select from auth_access_token')).rowCount

  const register = async () =>
    (
      await send(`${site.url}/auth/oauth2/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_name: 'An app',
          redirect_uris: [REDIRECT_URL],
          token_endpoint_auth_method: 'none',
        }),
      })
    ).body

  it('that PostgreSQL loses leaves no grant, and two at once leave one', async () => {
    const app = await register()
    const lost = await askConsent(app.client_id)
    await crashDatabaseAt('api_key', () => accept(lost, 300))
    expect(await listKeys()).toEqual([])
    const queries = [await askConsent(app.client_id), await askConsent(app.client_id)]
    const replies = await Promise.all(queries.map(query => accept(query, 300)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await listKeys()).toMatchObject([{ limits: { month_cap_units: 30e6 } }])
  })

  it('that dies at any step leaves no grant, or one with a cap that nobody can use, and can be repeated', async () => {
    const app = await register()
    const refused = await askConsent(app.client_id)
    await killAt('api_key', () => accept(refused, 300))
    expect(await listKeys()).toEqual([])

    const query = await askConsent(app.client_id)
    await killAt('auth_verification', () => accept(query, 300))
    const capped = { name: 'An app', revoked_at: null, limits: { month_cap_units: 30e6 } }
    expect(await listKeys()).toMatchObject([capped])
    expect(await countTokens()).toBe(0)

    const exchange = (url: string) =>
      send(`${site.url}/auth/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: app.client_id,
          grant_type: 'authorization_code',
          code: new URL(url).searchParams.get('code') ?? '',
          redirect_uri: REDIRECT_URL,
          code_verifier: VERIFIER,
        }),
      })
    const { body: unused } = await accept(await askConsent(app.client_id), 500)
    // PostgreSQL may still store the token, which nobody has.
    await killAt('auth_access_token', () => exchange(unused.url))

    const { body } = await accept(await askConsent(app.client_id), 700)
    const { body: tokens } = await exchange(body.url)
    expect(tokens).toMatchObject({ access_token: expect.any(String) })
    expect(await listKeys()).toMatchObject([{ ...capped, limits: { month_cap_units: 70e6 } }])
    expect((await readLedger(site.database, member.accountId)).charges).toEqual([])
  })
})

describe('the approval of a device', () => {
  it('that dies with the service or PostgreSQL before it is written can be repeated, and becomes one key', async () => {
    const { body: login } = await send(`${site.url}/auth/device/code`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'footnote-cli', device_name: 'laptop' }),
    })
    const approve = () =>
      member.call('approve_device', {
        body: { user_code: login.user_code, month_cap_cents: 500 },
      })
    const ask = () => post(`${site.url}/api/v1/answer`, login.device_code, { query: 'What is it?' })
    await killAt('api_key', approve)
    expect(await listKeys()).toEqual([])
    expect((await ask()).status).toBe(401)

    await crashDatabaseAt('api_key', approve)
    expect(await listKeys()).toEqual([])

    expect((await approve()).status).toBe(200)
    expect(await listKeys()).toHaveLength(1)
    expect((await ask()).status).toBe(200)
    const { charges, balanceUnits } = await readLedger(site.database, member.accountId)
    expect(charges).toMatchObject([captured])
    expect(balanceUnits).toBeLessThan(FULL)
  })
})
