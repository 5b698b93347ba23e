import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptLimits } from '../attempts/attempt-limits.ts'
import { expectSite, expectSiteError } from '../testing/scenes/expect-site.ts'
import { PASSWORD, type SignInScene, startSignInScene } from '../testing/scenes/sign-in-scene.ts'

let scene: SignInScene
beforeAll(async () => {
  scene = await startSignInScene()
})
afterAll(() => scene.close())

const newEmail = () => `${randomUUID()}@example.com`

describe('signing in', () => {
  it('opens a session, and signing out ends it on the server too', async () => {
    const email = newEmail()
    await scene.join(email)
    const browser = scene.openBrowser()
    const reply = await browser.call('sign_in', { email, password: PASSWORD })
    expectSite('sign_in', reply)
    expect(reply.body).toEqual({ status: 'signed_in' })
    expect((await browser.call('session')).body.account.email).toBe(email)
    const kept = new Map(browser.cookies)
    expectSite('sign_out', await browser.call('sign_out'))
    expect([...browser.cookies.keys()]).toEqual(['footnote.device'])
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect((await browser.call('session')).body.account).toBeNull()
    expectSiteError('SIGNED_OUT', await browser.call('sessions'))
  })

  it('replies the same for a wrong password and an unknown address', async () => {
    const email = newEmail()
    await scene.join(email)
    const browser = scene.openBrowser()
    const wrong = await browser.call('sign_in', { email, password: 'not the password' })
    const unknown = await browser.call('sign_in', { email: newEmail(), password: PASSWORD })
    expectSiteError('WRONG_CREDENTIALS', wrong)
    const { request_id: _, ...body } = wrong.body
    expect(unknown.status).toBe(wrong.status)
    expect(unknown.body).toMatchObject(body)
    expect([...unknown.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort())
  })

  it('accepts an address in any letter case', async () => {
    const email = newEmail()
    await scene.join(email)
    const reply = await scene
      .openBrowser()
      .call('sign_in', { email: email.toUpperCase(), password: PASSWORD })
    expectSite('sign_in', reply)
  })

  it('accepts any characters in a password, up to the length of the contract', async () => {
    const email = newEmail()
    const password = '🔑'.repeat(128)
    await scene.join(email, password)
    expectSite('sign_in', await scene.openBrowser().call('sign_in', { email, password }))
  })

  it('shows visitors what the service offers, and no account', async () => {
    const reply = await scene.openBrowser().call('session')
    expectSite('session', reply)
    expect(reply.body.account).toBeNull()
  })

  it.each([
    '',
    'nonsense',
    'footnote.session_token=forged.c2lnbmF0dXJl',
    'footnote.session_token=%',
  ])('ignores the cookie %j', async cookie => {
    const browser = scene.openBrowser()
    const reply = await browser.call('session', undefined, { headers: { cookie } })
    expectSite('session', reply)
    expect(reply.body.account).toBeNull()
  })

  it('ignores an expired session', async () => {
    const browser = await scene.join(newEmail())
    const { body } = await browser.call('session')
    await scene.database.query(
      `update auth_session set expires_at = clock_timestamp() where user_id =
       (select user_id from account where id = $1)`,
      [body.account.account_id],
    )
    expect((await browser.call('session')).body.account).toBeNull()
  })
})

describe('the cookie of a session', () => {
  const flags = (line: string | undefined) => (line ?? '').split('; ').slice(1).sort()

  it('is for this website alone, hidden from scripts, for thirty days', async () => {
    const email = newEmail()
    await scene.join(email)
    const reply = await scene.openBrowser().call('sign_in', { email, password: PASSWORD })
    const [line, device, ...others] = reply.headers.getSetCookie()
    expect(others).toEqual([])
    expect(line).toMatch(/^footnote\.session_token=/)
    expect(flags(line)).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'])
    // The browser’s own, by which its next sign-in is recognized.
    expect(device).toMatch(/^footnote\.device=/)
    expect(flags(device)).toEqual(['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax'])
  })

  it('is sent over HTTPS alone if the website uses it', async () => {
    const secure = await startSignInScene({ secureCookies: true })
    const email = newEmail()
    const browser = await secure.join(email)
    const reply = await secure.openBrowser().call('sign_in', { email, password: PASSWORD })
    const [line] = reply.headers.getSetCookie()
    expect(line).toMatch(/^__Secure-footnote\.session_token=/)
    expect(flags(line)).toContain('Secure')
    expect((await browser.call('session')).body.account.email).toBe(email)
    await secure.close()
  })

  it('is prolonged once a day, by visiting the website', async () => {
    const browser = await scene.join(newEmail())
    const fresh = await browser.call('session')
    expect(fresh.headers.getSetCookie()).toEqual([])
    await scene.database.query(
      `update auth_session set expires_at = expires_at - interval '1 day' where user_id =
       (select user_id from account where id = $1)`,
      [fresh.body.account.account_id],
    )
    const [line] = (await browser.call('session')).headers.getSetCookie()
    expect(flags(line)).toContain('Max-Age=2592000')
    expect((await browser.call('session')).headers.getSetCookie()).toEqual([])
  })
})

describe('a page of another origin', () => {
  it.each(['http://evil.example', 'null', null])('cannot sign anybody in from %s', async origin => {
    const reply = await scene
      .openBrowser()
      .call('sign_in', { email: newEmail(), password: PASSWORD }, { headers: { origin } })
    expectSiteError('FOREIGN_ORIGIN', reply)
  })
})

describe('too many attempts', () => {
  it('to guess a password from one address are refused, with when to try again', async () => {
    const email = newEmail()
    await scene.join(email)
    const browser = scene.openBrowser()
    const { most, windowMs } = attemptLimits.signInForEmailFromAddress
    for (let tried = 0; tried < most; tried += 1) {
      const guess = await browser.call('sign_in', { email, password: `guess ${tried}` })
      expectSiteError('WRONG_CREDENTIALS', guess)
    }
    const refused = await browser.call('sign_in', { email, password: PASSWORD })
    expectSiteError('TOO_MANY_ATTEMPTS', refused)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(windowMs / 1_000)
    // The owner, who is elsewhere, is not locked out.
    expectSite('sign_in', await scene.openBrowser().call('sign_in', { email, password: PASSWORD }))
  })

  it('to guess a password gain nothing by confirming an address, which reveals nothing else', async () => {
    const email = newEmail()
    await scene.join(email)
    const guesser = scene.openBrowser()
    const confirm = (password: string) =>
      guesser.call('confirm_email', { email, password, code: '000000' })
    const signIn = (password: string) => guesser.call('sign_in', { email, password })
    const { most } = attemptLimits.signInForEmailFromAddress
    expectSiteError('WRONG_CREDENTIALS', await confirm(PASSWORD))
    for (let tried = 1; tried < most; tried += 1) {
      const guess = await (tried % 2 ? confirm : signIn)(`guess ${tried}`)
      expectSiteError('WRONG_CREDENTIALS', guess)
    }
    expectSiteError('TOO_MANY_ATTEMPTS', await confirm(PASSWORD))
    expectSiteError('TOO_MANY_ATTEMPTS', await signIn(PASSWORD))
  })

  it('to have mail sent from one network leave the owner’s own limit alone', async () => {
    const email = newEmail()
    await scene.join(email)
    const stranger = scene.openBrowser()
    const { most } = attemptLimits.mailToEmailFromSender
    for (const [name, body] of [
      ['sign_up', { email, password: 'a stranger’s choice' }],
      ['request_reset', { email }],
    ] as const) {
      for (let sent = 0; sent < most; sent += 1) expectSite(name, await stranger.call(name, body))
      expectSiteError('TOO_MANY_ATTEMPTS', await stranger.call(name, body))
      expectSite(name, await scene.openBrowser().call(name, body))
    }
  })

  it('to have mail sent from one network within an hour never use up the shared limit', () => {
    // The hour of one limit may overlap two windows of the other.
    const { mailToEmail, mailToEmailFromSender } = attemptLimits
    expect(mailToEmail.windowMs).toBe(mailToEmailFromSender.windowMs)
    expect(mailToEmail.most).toBeGreaterThan(2 * mailToEmailFromSender.most)
  })

  it('to have mail sent from many networks are refused, each kind separately', async () => {
    const email = newEmail()
    const credentials = { email, password: PASSWORD }
    await scene.openBrowser().call('sign_up', credentials)
    await scene.useUp('mailToEmail', 'reset', email)
    const browser = scene.openBrowser()
    const before = scene.messages.length
    expectSiteError('TOO_MANY_ATTEMPTS', await browser.call('request_reset', { email }))
    expect(scene.messages).toHaveLength(before)
    expectSite('sign_up', await browser.call('sign_up', credentials))
    for (let sent = 2; sent < attemptLimits.mailToEmail.most; sent += 1) {
      expectSite('sign_up', await scene.openBrowser().call('sign_up', credentials))
    }
    expectSiteError('TOO_MANY_ATTEMPTS', await browser.call('sign_up', credentials))
    expectSiteError('TOO_MANY_ATTEMPTS', await browser.call('sign_in', credentials))
  })

  it('to sign up with a member’s address mail them a few times a day, with the same reply', async () => {
    const email = newEmail()
    await scene.join(email)
    const before = scene.messages.length
    const { most } = attemptLimits.alreadyMemberMail
    for (let tried = 0; tried < most + 3; tried += 1) {
      const credentials = { email, password: PASSWORD }
      expectSite('sign_up', await scene.openBrowser().call('sign_up', credentials))
    }
    expect(scene.messages).toHaveLength(before + most)
  })

  it.each([
    ['sign_in', 'signInFromAddress', { email: newEmail(), password: PASSWORD }],
    ['sign_up', 'signUpFromAddress', { email: newEmail(), password: PASSWORD }],
    ['confirm_email', 'codeFromAddress', { email: newEmail(), password: PASSWORD, code: '123456' }],
    ['second_factor', 'secondFactorFromAddress', { code: '123456', kind: 'authenticator' }],
    ['request_reset', 'mailFromAddress', { email: newEmail() }],
    ['reset_password', 'resetFromAddress', { token: 'token', password: PASSWORD }],
  ] as const)('of %s from one address are refused', async (name, kind, body) => {
    const browser = scene.openBrowser()
    await scene.useUp(kind, browser.address)
    expectSiteError('TOO_MANY_ATTEMPTS', await browser.call(name, body))
    expect((await scene.openBrowser().call(name, body)).status).not.toBe(429)
  })

  it.each([
    ['sign_in', 'signInForEmail', {}],
    ['confirm_email', 'signInForEmail', { code: '123456' }],
  ] as const)(
    'of %s for one email address from many places are refused',
    async (name, kind, more) => {
      const email = newEmail()
      await scene.useUp(kind, email)
      const body = { email, password: PASSWORD, ...more }
      expectSiteError('TOO_MANY_ATTEMPTS', await scene.openBrowser().call(name, body))
    },
  )

  it('to guess the password of an open session are refused', async () => {
    const browser = await scene.join(newEmail())
    const { body } = await browser.call('session')
    const { rows } = await scene.database.query('select user_id from account where id = $1', [
      body.account.account_id,
    ])
    await scene.useUp('passwordOfMember', rows[0].user_id)
    expectSiteError(
      'TOO_MANY_ATTEMPTS',
      await browser.call('start_two_factor', { password: PASSWORD }),
    )
  })
})

it('reports no fault', () => {
  expect(scene.faults).toEqual([])
})
