import { createHash } from 'node:crypto'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { beforeEach, describe, expect, it } from 'vitest'
import { FULL } from '../testing/scenes/crash-payer.ts'
import { useCrashScene } from '../testing/scenes/crash-scene.ts'
import { joinWebsite, type TestMember } from '../testing/scenes/join-website.ts'
import { captured, readLedger } from '../testing/scenes/read-ledger.ts'
import { post, send } from '../testing/scenes/test-service.ts'

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

/** Kills the service while a request of the member waits for this table, then starts it again. */
async function killAt(table: string, request: () => Promise<unknown>): Promise<void> {
  const client = await at.scene.database.connect()
  try {
    await client.query(`begin; lock table ${table} in share mode`)
    const reply = request().catch(() => 'no reply')
    await waitFor('the request to wait', async () => {
      const { rowCount } = await at.scene.database.query(
        `select from pg_locks where relation = $1::regclass and not granted`,
        [table],
      )
      return rowCount === 1
    })
    await at.scene.restart()
    expect(await reply).toBe('no reply')
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const listKeys = async () => (await member.call('keys')).body.keys

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

  it('that dies at any step leaves no grant, or one with a cap that nobody can use, and can be repeated', async () => {
    const { body: app } = await send(`${site.url}/auth/oauth2/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: 'An app',
        redirect_uris: [REDIRECT_URL],
        token_endpoint_auth_method: 'none',
      }),
    })
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
    await killAt('auth_access_token', () => exchange(unused.url))
    expect(await countTokens()).toBe(0)

    const { body } = await accept(await askConsent(app.client_id), 700)
    const { body: tokens } = await exchange(body.url)
    expect(tokens).toMatchObject({ access_token: expect.any(String) })
    expect(await listKeys()).toMatchObject([{ ...capped, limits: { month_cap_units: 70e6 } }])
    expect((await readLedger(site.database, member.accountId)).charges).toEqual([])
  })
})

describe('the approval of a device', () => {
  it('that dies before it is written leaves a login to approve, which becomes one key', async () => {
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

    expect((await approve()).status).toBe(200)
    expect(await listKeys()).toHaveLength(1)
    expect((await ask()).status).toBe(200)
    const { charges, balanceUnits } = await readLedger(site.database, member.accountId)
    expect(charges).toMatchObject([captured])
    expect(balanceUnits).toBeLessThan(FULL)
  })
})
