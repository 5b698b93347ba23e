import { randomInt, randomUUID } from 'node:crypto'
import type { Provider } from '@footnote/contract/site/responses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticatorCode } from '../testing/scenes/authenticator-code.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { expectSite, expectSiteError } from '../testing/scenes/expect-site.ts'
import {
  type Browser,
  PASSWORD,
  type SignInScene,
  startSignInScene,
} from '../testing/scenes/sign-in-scene.ts'
import { playProviders } from '../testing/stubs/play-providers.ts'

let scene: SignInScene
const providers = playProviders()
beforeAll(async () => {
  scene = await startSignInScene({ providers: ['github', 'google'], termsUrl: TERMS })
})
afterAll(async () => {
  await scene.close()
  providers.stop()
})

const TERMS = 'https://footnote.example/terms'
const newEmail = () => `${randomUUID()}@example.com`
const newId = () => String(randomInt(1_000_000_000))
const accountOf = async (browser: Browser) => (await browser.call('session')).body.account

/** Goes to a provider and back; returns where the browser ends up. */
async function comeThrough(
  browser: Browser,
  {
    provider = 'github' as Provider,
    id = newId(),
    email = newEmail(),
    isVerified = true,
    next = undefined as string | undefined,
  },
) {
  providers.says(provider, { id, email, isVerified })
  const query = next === undefined ? {} : { next }
  const reply = await browser.call('sign_in_with', undefined, { params: { provider }, query })
  expectSite('sign_in_with', reply)
  const asked = new URL(reply.body.url)
  expect(asked.searchParams.get('redirect_uri')).toBe(`${scene.url}/auth/callback/${provider}`)
  const back = new URLSearchParams({ code: 'a code', state: asked.searchParams.get('state') ?? '' })
  return browser.visit(`/auth/callback/${provider}?${back}`)
}

describe.each(['github', 'google'] as const)('signing in with %s', provider => {
  it('creates an account for an address that the provider has proven, and finds it again', async () => {
    const [email, id] = [newEmail(), newId()]
    const browser = scene.openBrowser()
    const arrived = await comeThrough(browser, { provider, id, email: email.toUpperCase() })
    expect(arrived).toEqual({ status: 302, location: '/overview' })
    const account = await accountOf(browser)
    expect(account).toMatchObject({ email, has_password: false, providers: [provider] })
    expect(account.terms_accepted_at).not.toBeNull()
    const again = scene.openBrowser()
    await comeThrough(again, { provider, id, email })
    expect(await accountOf(again)).toEqual(account)
  })

  it('is refused if the provider has not proven the address', async () => {
    const email = newEmail()
    const browser = scene.openBrowser()
    const arrived = await comeThrough(browser, { provider, email, isVerified: false })
    expect(arrived.location).toBe('/sign-in?error=email_unconfirmed')
    expect(await accountOf(browser)).toBeNull()
    const { rows } = await scene.database.query('select id from auth_user where email = $1', [
      email,
    ])
    expect(rows).toEqual([])
  })

  it('does not open an account for an unproven claim to its address', async () => {
    const email = newEmail()
    await scene.join(email)
    const stranger = scene.openBrowser()
    await comeThrough(stranger, { provider, email, isVerified: false })
    expect(await accountOf(stranger)).toBeNull()
  })
})

describe('the page that a visitor came for', () => {
  const next = `/connect?${new URLSearchParams({ request: 'client_id=x&sig=a/b+c=' })}`

  it('opens after signing in, or after the second factor', async () => {
    const email = newEmail()
    const member = await scene.join(email)
    expect((await comeThrough(scene.openBrowser(), { email, next })).location).toBe(next)
    const { body } = await member.call('start_two_factor', { password: PASSWORD })
    await member.call('confirm_two_factor', { code: authenticatorCode(body.secret) })
    const { location } = await comeThrough(scene.openBrowser(), { email, next })
    const arrived = new URL(location ?? '', scene.url)
    expect(arrived.pathname).toBe('/second-factor')
    expect(arrived.searchParams.get('next')).toBe(next)
  })

  it('is kept when the provider refuses', async () => {
    const refused = await comeThrough(scene.openBrowser(), { isVerified: false, next })
    const arrived = new URL(refused.location ?? '', scene.url)
    expect(arrived.pathname).toBe('/sign-in')
    expect(Object.fromEntries(arrived.searchParams)).toEqual({ error: 'email_unconfirmed', next })
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/x#y'])(
    'is never %s',
    async evil => {
      const query = { next: evil }
      const reply = await scene.openBrowser().call('sign_in_with', undefined, {
        params: { provider: 'github' },
        query,
      })
      expectSiteError('INVALID_REQUEST', reply)
    },
  )
})

describe('a user proven by a provider', () => {
  it('gets the account of the same proven address', async () => {
    const email = newEmail()
    const account = await accountOf(await scene.join(email))
    const browser = scene.openBrowser()
    await comeThrough(browser, { email })
    expect(await accountOf(browser)).toEqual({ ...account, providers: ['github'] })
  })

  it('claims the account that an operator command created', async () => {
    const { email, accountId } = await createPayer(scene.database, '10')
    const browser = scene.openBrowser()
    await comeThrough(browser, { provider: 'google', email })
    expect((await accountOf(browser)).account_id).toBe(accountId)
  })

  it('claims it once when several pages load at the same time', async () => {
    const { email, accountId } = await createPayer(scene.database, '10')
    const browser = scene.openBrowser()
    await comeThrough(browser, { email })
    const accounts = await Promise.all([1, 2, 3, 4].map(() => accountOf(browser)))
    expect(accounts.map(({ account_id }) => account_id)).toEqual(Array(4).fill(accountId))
  })

  it('takes the address from a stranger who signed up with it and never proved it', async () => {
    const email = newEmail()
    const stranger = scene.openBrowser()
    const credentials = { email, password: 'a stranger’s choice' }
    await stranger.call('sign_up', { ...credentials, accept_terms: true })
    const code = scene.readCode(email)
    const owner = scene.openBrowser()
    expect((await comeThrough(owner, { email })).location).toBe('/overview')
    expect(await accountOf(owner)).toMatchObject({ email, has_password: false })
    expectSiteError('WRONG_CREDENTIALS', await stranger.call('sign_in', credentials))
    const confirmed = await stranger.call('confirm_email', { ...credentials, code })
    expectSiteError('WRONG_CREDENTIALS', confirmed)
  })

  it('keeps the address when a stranger signs up with it later', async () => {
    const email = newEmail()
    await comeThrough(scene.openBrowser(), { email })
    const stranger = scene.openBrowser()
    const credentials = { email, password: 'a stranger’s choice' }
    await stranger.call('sign_up', { ...credentials, accept_terms: true })
    expect(scene.messages.at(-1)).toMatchObject({ to: email, subject: /already/ })
    expectSiteError('WRONG_CREDENTIALS', await stranger.call('sign_in', credentials))
  })

  it('has no password to give, and can set one by a link', async () => {
    const email = newEmail()
    const browser = scene.openBrowser()
    await comeThrough(browser, { email })
    const close = { password: PASSWORD, balance_units: 0 }
    expectSiteError('PASSWORD_NEEDED', await browser.call('close_account', close))
    await browser.call('request_reset', { email })
    const token = /token=(\S+)/.exec(scene.messages.at(-1)?.text ?? '')?.[1]
    await browser.call('reset_password', { token, password: PASSWORD })
    expectSite('sign_in', await browser.call('sign_in', { email, password: PASSWORD }))
    expect(await accountOf(browser)).toMatchObject({ has_password: true, providers: ['github'] })
  })

  it('is asked for the second factor too', async () => {
    const email = newEmail()
    const member = await scene.join(email)
    const { body } = await member.call('start_two_factor', { password: PASSWORD })
    await member.call('confirm_two_factor', { code: authenticatorCode(body.secret) })
    const browser = scene.openBrowser()
    const arrived = await comeThrough(browser, { email })
    expect(arrived).toEqual({ status: 302, location: '/second-factor' })
    expect([...browser.cookies.keys()]).toEqual(['footnote.two_factor'])
    expect(await accountOf(browser)).toBeNull()
    const factor = { code: authenticatorCode(body.secret), kind: 'authenticator' }
    expectSite('second_factor', await browser.call('second_factor', factor))
    expect(await accountOf(browser)).toMatchObject({ email })
  })

  it('leaves neither name, picture nor tokens here', async () => {
    await comeThrough(scene.openBrowser(), {})
    await comeThrough(scene.openBrowser(), { provider: 'google' })
    const { rows } = await scene.database.query(
      `select to_jsonb(auth_user) as person, to_jsonb(auth_login) as login
       from auth_user join auth_login on auth_login.user_id = auth_user.id`,
    )
    expect(JSON.stringify(rows)).not.toMatch(/Lovelace|ada\.png|secret-access-token|c2lnbmF0dXJl/)
  })
})

describe('the redirect from a provider', () => {
  it('is refused to another browser, and works once', async () => {
    providers.says('github', { id: newId(), email: newEmail(), isVerified: true })
    const browser = scene.openBrowser()
    const { body } = await browser.call('sign_in_with', undefined, {
      params: { provider: 'github' },
    })
    const state = new URL(body.url).searchParams.get('state')
    const path = `/auth/callback/github?code=code&state=${state}`
    const other = scene.openBrowser()
    expect((await other.visit(path)).location).toBe('/sign-in?error=failed')
    expect(await accountOf(other)).toBeNull()
    expect((await browser.visit(path)).location).toBe('/overview')
    expect((await scene.openBrowser().visit(path)).location).toBe('/sign-in?error=failed')
  })

  it('reports a cancelled sign-in, and repeats nothing from the URL', async () => {
    const browser = scene.openBrowser()
    const { body } = await browser.call('sign_in_with', undefined, {
      params: { provider: 'google' },
    })
    const state = new URL(body.url).searchParams.get('state')
    const query = `error=access_denied&error_description=Call+0900&state=${state}`
    const arrived = await browser.visit(`/auth/callback/google?${query}`)
    expect(arrived.location).toBe('/sign-in?error=cancelled')
  })

  it.each(['github', 'github?state=made-up&code=code', 'gitlab?state=made-up&code=code', '%00'])(
    'leads from %j back to the sign-in page',
    async path => {
      const arrived = await scene.openBrowser().visit(`/auth/callback/${path}`)
      expect(arrived).toEqual({ status: 302, location: '/sign-in?error=failed' })
    },
  )
})

describe('a provider that is not set up', () => {
  it('is not found', async () => {
    const plain = await startSignInScene({ providers: ['google'] })
    for (const provider of ['github', 'gitlab', '../sign-out']) {
      const reply = await plain.openBrowser().call('sign_in_with', undefined, {
        params: { provider },
      })
      expectSiteError('NOT_FOUND', reply)
    }
    await plain.close()
  })

  it('is refused after too many attempts', async () => {
    const browser = scene.openBrowser()
    await scene.useUp('providerFromAddress', browser.address)
    const reply = await browser.call('sign_in_with', undefined, { params: { provider: 'github' } })
    expectSiteError('TOO_MANY_ATTEMPTS', reply)
  })
})

it('reports no fault', () => {
  expect(scene.faults).toEqual([])
})
