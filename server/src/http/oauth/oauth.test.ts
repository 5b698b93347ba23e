import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createOAuthAgent, type OAuthAgent, REDIRECT_URL } from '@footnote/mcp/testing/oauth-agent'
import { selfSigned } from '@footnote/platform/testing/self-signed'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createConnections } from '../../connections/create-connections.ts'
import { createFetchClientMetadata } from '../../connections/fetch-client-metadata.ts'
import { loadOAuthPlugins } from '../../connections/oauth-plugins.ts'
import { createSiteSecrets } from '../../secrets/site-secrets.ts'
import { createSignIn } from '../../sign-in/create-sign-in.ts'
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

const CAP_CENTS = 500

/** Opens an address of the website in the member's browser. */
async function visit(url: URL | string, { cookie }: { cookie?: string } = member): Promise<URL> {
  const headers = cookie ? { cookie } : {}
  const { headers: reply } = await fetch(url, { redirect: 'manual', headers })
  return new URL(reply.get('location') ?? '', site.url)
}

/** Opens the page for consent and returns the query that it was opened with. */
async function askConsent(url: URL, who = member): Promise<string> {
  const page = await visit(url, who)
  expect(page.pathname).toBe('/connect')
  return page.searchParams.get('request') ?? ''
}

async function accept(query: string, { who = member, cents = CAP_CENTS } = {}): Promise<URL> {
  const { status, body } = await who.call('accept_connection', {
    body: { query, month_cap_cents: cents },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return new URL(body.url)
}

/** An agent that the member has connected, with its access token. */
async function connect({ isModern = false, who = member, cents = CAP_CENTS } = {}) {
  const agent = createOAuthAgent(site.url, { isModern })
  const callback = await accept(await askConsent(await agent.begin(), who), { who, cents })
  const client = await agent.finish(callback)
  return { agent, client, callback, token: agent.tokens?.access_token ?? '' }
}

function exchange(agent: OAuthAgent, fields: Record<string, string>) {
  return send(`${site.url}/auth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: agent.clientId ?? '', ...fields }),
  })
}

const redeem = (agent: OAuthAgent, callback: URL, verifier = agent.verifier) =>
  exchange(agent, {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URL,
    code_verifier: verifier,
  })

const refresh = (agent: OAuthAgent, token = agent.tokens?.refresh_token ?? '') =>
  exchange(agent, { grant_type: 'refresh_token', refresh_token: token })

const ping = (token: string) =>
  post(`${site.url}/mcp`, token, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, MCP_HEADERS)
const MCP_HEADERS = { accept: 'application/json, text/event-stream' }
const statusOf = async (token: string) =>
  (
    await fetch(`${site.url}/mcp`, {
      method: 'POST',
      headers: {
        ...MCP_HEADERS,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
  ).status

const listGrants = async (who = member) =>
  (await who.call('keys')).body.keys.filter((key: { kind: string }) => key.kind === 'grant')

describe.each([
  { era: 'this year’s protocol', isModern: true },
  { era: 'the protocol before it', isModern: false },
])('in $era', ({ isModern }) => {
  it('an agent signs in from discovery to a paid call, which the grant’s cap counts', async () => {
    const who = await joinWebsite(site, { usd: '1' })
    const { client } = await connect({ isModern, who, cents: 3 })
    const call = () => client.callTool({ name: 'answer', arguments: { query: 'What is it?' } })
    expect((await call()).isError).toBeFalsy()
    const { charges, balanceUnits } = await readLedger(site.database, who.accountId)
    expect(charges).toMatchObject([captured])
    expect(balanceUnits).toBe(9_800_000n)

    const second = await call()
    expect(second.isError).toBe(true)
    expect(JSON.stringify(second.content)).toContain('monthly cap')
    await expect.poll(async () => (await listGrants(who))[0].last_used_at).not.toBeNull()
    expect(await listGrants(who)).toMatchObject([
      {
        name: 'Test agent',
        limits: { month_cap_units: 300_000 },
        spent: { month_units: 200_000 },
        revoked_at: null,
      },
    ])
    await client.close()
  })
})

describe('discovery', () => {
  it('a refused request names the metadata, which leads to the server with PKCE by S256 only', async () => {
    const { status, headers } = await ping('wrong')
    expect(status).toBe(401)
    const challenge = headers.get('www-authenticate') ?? ''
    expect(challenge).toMatch(
      /^Bearer resource_metadata="[^"]+", scope="mcp", error="invalid_token"$/,
    )
    const { body: resource } = await send(/"([^"]+)"/.exec(challenge)?.[1] ?? '', {})
    expect(resource).toMatchObject({ resource: `${site.url}/mcp` })
    const issuer = new URL(resource.authorization_servers[0])
    const { body: server } = await send(
      `${issuer.origin}/.well-known/oauth-authorization-server${issuer.pathname}`,
      {},
    )
    expect(server).toMatchObject({
      issuer: String(issuer),
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      grant_types_supported: ['authorization_code', 'refresh_token'],
    })
    expect(server.dpop_signing_alg_values_supported).toBeUndefined()
  })

  it('names the resource by the loopback name that the client uses', async () => {
    const url = site.url.replace('127.0.0.1', 'localhost')
    const { body } = await send(`${url}/.well-known/oauth-protected-resource/mcp`, {})
    expect(body.resource).toBe(`${url}/mcp`)
    const agent = createOAuthAgent(url)
    const client = await agent.finish(await accept(await askConsent(await agent.begin())))
    expect((await client.listTools()).tools).not.toEqual([])
    await client.close()
  })
})

describe('consent', () => {
  it('names the client and where it returns to, and can be refused', async () => {
    const query = await askConsent(await createOAuthAgent(site.url).begin())
    const { body } = await member.call('describe_connection', { body: { query } })
    expect(body).toMatchObject({
      client_name: 'Test agent',
      client_host: null,
      redirect_host: '127.0.0.1:33418',
      is_connected: false,
    })
    const denied = new URL(body.deny_url).searchParams
    expect(denied.get('error')).toBe('access_denied')
    expect(denied.get('iss')).toBe(`${site.url}/auth`)
  })

  it('cannot be skipped, not even by a client that has a grant', async () => {
    const { agent, client } = await connect()
    await client.close()
    for (const prompt of ['none', '', 'login']) {
      const url = authorizeUrl(agent, { prompt })
      expect((await visit(url)).pathname).toBe('/connect')
    }
    const direct = await fetch(`${site.url}/auth/oauth2/consent`, {
      method: 'POST',
      headers: { cookie: member.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ accept: true, oauth_query: await askConsent(authorizeUrl(agent)) }),
    })
    expect(direct.status).toBe(404)
  })

  it('comes only from our own page and the member’s own session', async () => {
    const who = await joinWebsite(site)
    const query = await askConsent(await createOAuthAgent(site.url).begin(), who)
    const body = { query, month_cap_cents: CAP_CENTS }
    const foreign = await who.call('accept_connection', {
      body,
      headers: { origin: 'https://evil.example' },
    })
    expectSiteError('FOREIGN_ORIGIN', foreign)
    expectSiteError('SIGNED_OUT', await who.call('accept_connection', { body, cookie: '' }))
    expect(await listGrants(who)).toEqual([])
    // A request that somebody else began pays from the account of the member who accepts it.
    const other = await joinWebsite(site)
    await accept(query, { who: other })
    expect(await listGrants(other)).toHaveLength(1)
    expect(await listGrants(who)).toEqual([])
  })

  it('refuses a request that was changed or has expired, and grants nothing', async () => {
    const who = await joinWebsite(site)
    const query = await askConsent(await createOAuthAgent(site.url).begin(), who)
    const forged = new URLSearchParams(query)
    forged.set('redirect_uri', 'https://evil.example/')
    const late = new URLSearchParams(query)
    late.set('exp', '1')
    for (const one of [String(forged), String(late), 'client_id=x']) {
      const body = { query: one, month_cap_cents: CAP_CENTS }
      expectSiteError('INVALID_REQUEST', await who.call('accept_connection', { body }))
      expectSiteError(
        'INVALID_REQUEST',
        await who.call('describe_connection', { body: { query: one } }),
      )
    }
    expect(await listGrants(who)).toEqual([])
  })

  it('a second consent changes the cap of the grant', async () => {
    const who = await joinWebsite(site)
    const { agent, client } = await connect({ who })
    await accept(await askConsent(authorizeUrl(agent), who), { who, cents: 700 })
    expect(await listGrants(who)).toMatchObject([{ limits: { month_cap_units: 70_000_000 } }])
    expect((await client.listTools()).tools).not.toEqual([])
    await client.close()
  })
})

/** The address that a client with its own registration sends its user to. */
function authorizeUrl(agent: OAuthAgent, changes: Record<string, string> = {}): URL {
  const url = new URL('/auth/oauth2/authorize', site.url)
  const challenge = createHash('sha256').update(agent.verifier).digest('base64url')
  const fields = {
    response_type: 'code',
    client_id: agent.clientId ?? '',
    redirect_uri: REDIRECT_URL,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'the state',
    ...changes,
  }
  for (const [name, value] of Object.entries(fields)) if (value) url.searchParams.set(name, value)
  return url
}

describe('attacks', () => {
  it('open redirect: an address that is not registered is never redirected to', async () => {
    const agent = createOAuthAgent(site.url)
    await agent.begin()
    const evil = [
      'https://evil.example/',
      `${REDIRECT_URL}/more`,
      'http://127.0.0.1.evil.example/callback',
      'http://user@127.0.0.1:33418/callback',
      'javascript:alert(1)',
    ]
    for (const redirect_uri of evil) {
      const target = await visit(authorizeUrl(agent, { redirect_uri }))
      expect([target.origin, target.pathname]).toEqual([site.url, '/connect'])
      expect(target.searchParams.get('error')).toBeTruthy()
    }
    const { status } = await register({ redirect_uris: ['http://evil.example/'] })
    expect(status).toBe(400)
  })

  it('mix-up: the reply names its issuer, and the client refuses another', async () => {
    const agent = createOAuthAgent(site.url)
    const callback = await accept(await askConsent(await agent.begin()))
    expect(callback.searchParams.get('iss')).toBe(`${site.url}/auth`)
    expect(callback.searchParams.get('state')).toBe('the state')
    const mixed = new URL(callback)
    mixed.searchParams.set('iss', 'https://evil.example')
    await expect(agent.finish(mixed)).rejects.toThrow()
    expect(agent.tokens).toBeUndefined()
  })

  it('PKCE: a request without it, with another method, or a wrong verifier is refused', async () => {
    const agent = createOAuthAgent(site.url)
    const url = await agent.begin()
    for (const changes of [
      { code_challenge: '', code_challenge_method: '' },
      { code_challenge_method: 'plain' },
      { code_challenge_method: '' },
    ]) {
      const target = await visit(authorizeUrl(agent, changes))
      expect(target.searchParams.get('error')).toBe('invalid_request')
      expect(target.searchParams.has('code')).toBe(false)
    }
    const callback = await accept(await askConsent(url))
    expect((await redeem(agent, callback, 'x'.repeat(43))).status).toBe(401)
    // The code was used up.
    expect((await redeem(agent, callback)).body.error).toBe('invalid_grant')
  })

  it('code replay: a second use is refused and ends the tokens of the first', async () => {
    const { agent, client, callback, token } = await connect()
    await client.close()
    expect(await statusOf(token)).toBe(200)
    expect((await redeem(agent, callback)).body.error).toBe('invalid_grant')
    expect(await statusOf(token)).toBe(401)
    expect((await refresh(agent)).body.error).toBe('invalid_grant')
  })

  it('a code of another client is refused', async () => {
    const agent = createOAuthAgent(site.url)
    const callback = await accept(await askConsent(await agent.begin()))
    const thief = createOAuthAgent(site.url)
    await thief.begin()
    const stolen = await exchange(thief, {
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT_URL,
      code_verifier: agent.verifier,
    })
    expect(stolen.body.error).toBe('invalid_grant')
  })

  it('token passthrough: a token works at /mcp only, and only for its audience', async () => {
    const { agent, token } = await connect()
    const api = await post(`${site.url}/api/v1/answer`, token, { query: 'What is it?' })
    expect([api.status, api.body.code]).toEqual([401, 'INVALID_API_KEY'])
    // Instances pass the requests of agents on, and only they know each other's ids.
    const passOn = async (instanceId = '') => {
      const headers = { authorization: `Bearer ${token}`, 'footnote-forwarded': instanceId }
      return (await send(`${site.url}/api/v1/wallet`, { headers })).status
    }
    const { rows } = await site.database.query<{ id: string }>('select id from instance')
    expect([await passOn(randomUUID()), await passOn(rows[0]?.id)]).toEqual([401, 200])
    const target = await visit(authorizeUrl(agent, { resource: 'https://other.example/mcp' }))
    expect(target.searchParams.get('error')).toBe('invalid_target')
    expect(await statusOf(token)).toBe(200)
    await site.database.query(
      `update auth_access_token set resources = '["https://other.example/mcp"]'
       where reference_id = (select id from api_key where client_id = $1)`,
      [agent.clientId],
    )
    expect(await statusOf(token)).toBe(401)
  })

  it('an expired token is refused, and its refresh token gives a new one once', async () => {
    const { agent, token } = await connect()
    await site.database.query(
      `update auth_access_token set expires_at = now() - interval '1 second'
       where reference_id = (select id from api_key where client_id = $1)`,
      [agent.clientId],
    )
    expect(await statusOf(token)).toBe(401)
    const renewed = await refresh(agent)
    expect(await statusOf(renewed.body.access_token)).toBe(200)
    // A client whose reply was lost gets the same again.
    expect((await refresh(agent)).body.access_token).toBe(renewed.body.access_token)
    await site.database.query(
      `update auth_refresh_token set rotation_replay_expires_at = now() - interval '1 second'
       where client_id = $1 and revoked is not null`,
      [agent.clientId],
    )
    // A later use is a theft, which ends both the thief's tokens and the client's.
    expect((await refresh(agent)).body.error).toBe('invalid_grant')
    expect(await statusOf(renewed.body.access_token)).toBe(401)
    expect((await refresh(agent, renewed.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('a revoked grant ends its tokens, and a code that was not used yet', async () => {
    const who = await joinWebsite(site)
    const { agent, client, token } = await connect({ who })
    const callback = await accept(await askConsent(authorizeUrl(agent), who), { who })
    const [grant] = await listGrants(who)
    await who.call('revoke_key', { params: { key_id: grant.key_id } })
    await expect(client.listTools()).rejects.toThrow()
    expect(await statusOf(token)).toBe(401)
    expect((await refresh(agent)).body.error).toBe('invalid_grant')
    expect((await redeem(agent, callback)).body.error).toBe('invalid_grant')
    // Granting access again revives none of them.
    await accept(await askConsent(authorizeUrl(agent), who), { who })
    expect(await statusOf(token)).toBe(401)
  })
})

const register = (metadata: object) =>
  send(`${site.url}/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'x', token_endpoint_auth_method: 'none', ...metadata }),
  })

describe('clients', () => {
  beforeEach(() => site.database.query('delete from attempt'))

  it('an app is sent back to by its own scheme, but not by one that nobody knows', async () => {
    const app = 'cursor://anysphere.cursor-mcp/oauth/callback'
    const { status, body } = await register({
      redirect_uris: [app, 'https://www.cursor.com/oauth/callback'],
    })
    expect({ status, uris: body.redirect_uris }).toEqual({
      status: 201,
      uris: [app, 'https://www.cursor.com/oauth/callback'],
    })
    const alone = await register({ redirect_uris: [app] })
    const url = new URL('/auth/oauth2/authorize', site.url)
    url.search = String(
      new URLSearchParams({
        response_type: 'code',
        client_id: alone.body.client_id,
        redirect_uri: app,
        code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
        code_challenge_method: 'S256',
      }),
    )
    const query = await askConsent(url)
    const asked = await member.call('describe_connection', { body: { query } })
    expect(asked.body).toMatchObject({ redirect_host: 'cursor:' })
    const callback = await accept(query)
    expect(String(callback)).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=/)
    const tokens = await send(`${site.url}/auth/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: alone.body.client_id,
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: app,
        code_verifier: 'v'.repeat(43),
      }),
    })
    expect(tokens.status).toBe(200)
    url.searchParams.set('redirect_uri', 'http://127.0.0.1/')
    expect((await visit(url)).searchParams.get('error')).toBe('invalid_redirect')

    for (const uri of ['evil://callback', 'cursor:callback', `${app}#x`, 'cursor://a@b/c']) {
      expect((await register({ redirect_uris: [uri] })).status, uri).toBe(400)
    }
  })

  it('registered clients are limited in rate, and those nobody grants access are deleted', async () => {
    const redirect_uris = [REDIRECT_URL]
    const { body } = await register({ redirect_uris, jwks_uri: 'http://169.254.169.254/' })
    expect(body.jwks_uri).toBeUndefined()
    const { connections } = openProvider(async () => new Response())
    await site.database.query(
      `update auth_client set created_at = now() - interval '31 days' where client_id = $1`,
      [body.client_id],
    )
    await connections.tidy()
    const { rowCount } = await site.database.query('select from auth_client where client_id = $1', [
      body.client_id,
    ])
    expect(rowCount).toBe(0)
    let status = 0
    for (let made = 0; made < 30 && status !== 429; made += 1) {
      status = (await register({ redirect_uris })).status
    }
    expect(status).toBe(429)
  })

  it('a client is known by its metadata document', async () => {
    const id = `https://client.example/${randomUUID()}.json`
    const document = { client_id: id, client_name: 'By document', redirect_uris: [REDIRECT_URL] }
    const { connections, visitor } = openProvider(async () => Response.json(document))
    const query = (client_id: string) =>
      new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri: REDIRECT_URL,
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      })
    const known = await connections.authorize(visitor, query(id))
    expect(known.headers.get('location')).toMatch(/^\/connect\?.*sig=/)
    const impostor = await connections.authorize(visitor, query(`${id}?other`))
    expect(impostor.headers.get('location') ?? '').not.toMatch(/sig=/)
  })

  it('a metadata document is fetched over HTTPS with a trusted certificate, without redirects', async () => {
    const paths: string[] = []
    const server = createServer(selfSigned, ({ url = '', headers }, response) => {
      paths.push(url)
      const id = `https://${headers.host}${url}`
      const document = { client_id: id, client_name: 'Over HTTPS', redirect_uris: [REDIRECT_URL] }
      if (url === '/moved.json') response.writeHead(302, { location: '/app.json' }).end()
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(document))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
    const ask = async (path: string, networks: readonly string[]) => {
      const { connections, visitor } = openProvider(createFetchClientMetadata({ lookup, networks }))
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: `https://client.example:${port}${path}`,
        redirect_uri: REDIRECT_URL,
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      })
      const { headers } = await connections.authorize(visitor, query)
      return /^\/connect\?.*sig=/.test(headers.get('location') ?? '')
    }
    const loopback = ['127.0.0.0/8']
    expect(await ask('/untrusted.json', loopback)).toBe(false)
    expect(paths).toEqual([])
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, selfSigned.cert])
    onTestFinished(() => setDefaultCACertificates(trusted))
    expect(await ask('/private.json', [])).toBe(false)
    expect(paths).toEqual([])
    expect(await ask('/moved.json', loopback)).toBe(false)
    expect(await ask('/app.json', loopback)).toBe(true)
    expect(paths).toEqual(['/moved.json', '/app.json'])
  })

  it('a metadata document is fetched by https from public addresses only', async () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1']) {
      const fetchMetadata = createFetchClientMetadata({
        lookup: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
      })
      await expect(fetchMetadata('https://client.example/a.json')).rejects.toThrow()
    }
    const fetchMetadata = createFetchClientMetadata()
    await expect(fetchMetadata('http://example.com/a.json')).rejects.toThrow('https')
    await expect(fetchMetadata('https://127.0.0.1/a.json')).rejects.toThrow()
  })
})

/** The OAuth server on the same database, with another way to fetch documents. */
function openProvider(fetchClientMetadata: ReturnType<typeof createFetchClientMetadata>) {
  const { database } = site
  const secrets = createSiteSecrets({ secret: 'a secret of the tests, long enough for all' })
  const signIn = createSignIn(
    { database, mailer: { post: async () => {} }, reportFault: () => {} },
    {
      secrets,
      origin: () => site.url,
      secureCookies: false,
      github: undefined,
      google: undefined,
      loadPlugins: () =>
        loadOAuthPlugins(
          { database },
          { secrets, resources: [`${site.url}/mcp`], fetchClientMetadata },
        ),
    },
  )
  const visitor = { cookie: undefined, userAgent: undefined, address: '10.9.9.9' }
  return { connections: createConnections({ database, signIn }), visitor }
}
