import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectSite, expectSiteError } from '../testing/scenes/expect-site.ts'
import { PASSWORD, type SignInScene, startSignInScene } from '../testing/scenes/sign-in-scene.ts'

const NEW_PASSWORD = 'another good one'

let scene: SignInScene
beforeAll(async () => {
  scene = await startSignInScene()
})
afterAll(() => scene.close())

const newEmail = () => `${randomUUID()}@example.com`

async function requestLink(email: string): Promise<string> {
  expectSite('request_reset', await scene.openBrowser().call('request_reset', { email }))
  const text = scene.messages.findLast(({ to }) => to === email)?.text ?? ''
  const link = new URL(/http\S+token=\S+/.exec(text)?.[0] ?? '')
  expect(link.origin + link.pathname).toBe(`${scene.url}/reset-password`)
  return link.searchParams.get('token') ?? ''
}

describe('resetting a password', () => {
  it('replaces it, ends every session, and mails the owner', async () => {
    const email = newEmail()
    const browsers = [await scene.join(email), scene.openBrowser()]
    await browsers[1]?.call('sign_in', { email, password: PASSWORD })
    const token = await requestLink(email)
    const reply = await scene
      .openBrowser()
      .call('reset_password', { token, password: NEW_PASSWORD })
    expectSite('reset_password', reply)
    for (const browser of browsers) expectSiteError('SIGNED_OUT', await browser.call('sessions'))
    const signIn = (password: string) => scene.openBrowser().call('sign_in', { email, password })
    expectSiteError('WRONG_CREDENTIALS', await signIn(PASSWORD))
    expectSite('sign_in', await signIn(NEW_PASSWORD))
    expect(scene.messages.at(-1)).toMatchObject({ to: email, subject: 'Your password was changed' })
  })

  it('works once for each link, and for no link that was sent before', async () => {
    const email = newEmail()
    await scene.join(email)
    const older = await requestLink(email)
    const token = await requestLink(email)
    const reset = (used: string) =>
      scene.openBrowser().call('reset_password', { token: used, password: NEW_PASSWORD })
    expectSite('reset_password', await reset(token))
    expectSiteError('LINK_EXPIRED', await reset(token))
    expectSiteError('LINK_EXPIRED', await reset(older))
  })

  it('works once when two use the link at once', async () => {
    const email = newEmail()
    await scene.join(email)
    const token = await requestLink(email)
    const replies = await Promise.all(
      [1, 2, 3].map(() =>
        scene.openBrowser().call('reset_password', { token, password: NEW_PASSWORD }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  })

  it('is refused for expired and invented links', async () => {
    const email = newEmail()
    await scene.join(email)
    const token = await requestLink(email)
    await scene.database.query('update auth_verification set expires_at = clock_timestamp()')
    for (const used of [token, 'made-up', 'a\0b', '%']) {
      const reply = await scene
        .openBrowser()
        .call('reset_password', { token: used, password: NEW_PASSWORD })
      expectSiteError('LINK_EXPIRED', reply)
    }
  })

  it('replies the same for an unknown address, and sends nothing', async () => {
    const email = newEmail()
    await scene.join(email)
    const known = await scene.openBrowser().call('request_reset', { email })
    const before = scene.messages.length
    const unknown = await scene.openBrowser().call('request_reset', { email: newEmail() })
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect([...unknown.headers.keys()].sort()).toEqual([...known.headers.keys()].sort())
    expect(scene.messages).toHaveLength(before)
  })

  it('proves no address: an unconfirmed user still needs the code', async () => {
    const email = newEmail()
    await scene.openBrowser().call('sign_up', { email, password: 'a stranger’s choice' })
    const token = await requestLink(email)
    const browser = scene.openBrowser()
    await browser.call('reset_password', { token, password: PASSWORD })
    expectSiteError(
      'EMAIL_NOT_CONFIRMED',
      await browser.call('sign_in', { email, password: PASSWORD }),
    )
    const code = scene.readCode(email)
    const reply = await browser.call('confirm_email', { email, password: PASSWORD, code })
    expectSite('confirm_email', reply)
  })

  it('leaves no token in the database that would open an account', async () => {
    const email = newEmail()
    await scene.join(email)
    const token = await requestLink(email)
    const { rows } = await scene.database.query('select identifier, value from auth_verification')
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('changing a password', () => {
  it('requires the current one, ends the other sessions and opens a new one', async () => {
    const email = newEmail()
    const browser = await scene.join(email)
    const other = scene.openBrowser()
    await other.call('sign_in', { email, password: PASSWORD })
    const before = new Map(browser.cookies)
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD }
    const wrong = { ...change, current_password: 'not the one' }
    expectSiteError('WRONG_PASSWORD', await browser.call('change_password', wrong))
    expectSite('change_password', await browser.call('change_password', change))
    expect(browser.cookies).not.toEqual(before)
    expectSite('sessions', await browser.call('sessions'))
    expectSiteError('SIGNED_OUT', await other.call('sessions'))
    const reply = await other.call('sign_in', { email, password: PASSWORD })
    expectSiteError('WRONG_CREDENTIALS', reply)
    expect(scene.messages.at(-1)).toMatchObject({ to: email, subject: 'Your password was changed' })
  })
})

it('reports no fault', () => {
  expect(scene.faults).toEqual([])
})
