import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authenticatorCode } from '../testing/scenes/authenticator-code.ts'
import { expectSite, expectSiteError } from '../testing/scenes/expect-site.ts'
import {
  type Browser,
  PASSWORD,
  type SignInScene,
  startSignInScene,
} from '../testing/scenes/sign-in-scene.ts'

let scene: SignInScene
beforeAll(async () => {
  scene = await startSignInScene()
})
afterAll(() => scene.close())

const newEmail = () => `${randomUUID()}@example.com`
const isOn = async (browser: Browser) => (await browser.call('session')).body.account.two_factor

/** A member with an authenticator. */
async function joinWithTwoFactor() {
  const email = newEmail()
  const browser = await scene.join(email)
  const started = await browser.call('start_two_factor', { password: PASSWORD })
  expectSite('start_two_factor', started)
  const { secret, backup_codes: backupCodes } = started.body as {
    secret: string
    backup_codes: string[]
  }
  const code = authenticatorCode(secret)
  expectSite('confirm_two_factor', await browser.call('confirm_two_factor', { code }))
  return { email, browser, secret, backupCodes, uri: started.body.uri as string }
}

/** A browser that gave the right password and waits for the second factor. */
async function startSignIn(email: string) {
  const browser = scene.openBrowser()
  const reply = await browser.call('sign_in', { email, password: PASSWORD })
  expectSite('sign_in', reply)
  expect(reply.body).toEqual({ status: 'second_factor' })
  return browser
}

describe('turning it on', () => {
  it('requires the password and an authenticator code, and changes nothing before', async () => {
    const email = newEmail()
    const browser = await scene.join(email)
    const wrong = await browser.call('start_two_factor', { password: 'not the one' })
    expectSiteError('WRONG_PASSWORD', wrong)
    const { body } = await browser.call('start_two_factor', { password: PASSWORD })
    expect(await isOn(browser)).toBe(false)
    const right = authenticatorCode(body.secret)
    const code = right === '000000' ? '000001' : '000000'
    expectSiteError('WRONG_CODE', await browser.call('confirm_two_factor', { code }))
    const signedIn = await scene.openBrowser().call('sign_in', { email, password: PASSWORD })
    expect(signedIn.body).toEqual({ status: 'signed_in' })
    const reply = await browser.call('confirm_two_factor', { code: right })
    expectSite('confirm_two_factor', reply)
    expect(await isOn(browser)).toBe(true)
    expect(scene.messages.at(-1)).toMatchObject({ to: email, subject: /is on/ })
  })

  it('ends all other sessions of the member in the same step, and nobody else’s', async () => {
    const email = newEmail()
    const [browser, other, stranger] = [
      await scene.join(email),
      scene.openBrowser(),
      await scene.join(newEmail()),
    ]
    await other.call('sign_in', { email, password: PASSWORD })
    const { body } = await browser.call('start_two_factor', { password: PASSWORD })
    // better-auth's next step, before which it has not stored that the secret was proven.
    await scene.database.query(
      `create function fail() returns trigger language plpgsql as $$ begin
         raise 'as when the process dies here'; end $$;
       create trigger fail before insert on auth_session execute function fail()`,
    )
    const code = authenticatorCode(body.secret)
    expect((await browser.call('confirm_two_factor', { code })).status).toBe(503)
    await scene.database.query('drop function fail cascade')
    expect(scene.faults.splice(0)).toHaveLength(1)
    for (const each of [browser, other]) {
      expectSiteError('SIGNED_OUT', await each.call('sessions'))
    }
    expectSite('sessions', await stranger.call('sessions'))
    const waiting = await startSignIn(email)
    const factor = { code: authenticatorCode(body.secret, { periods: 1 }), kind: 'authenticator' }
    expectSite('second_factor', await waiting.call('second_factor', factor))
  })

  it('is not possible with a code for a pending sign-in', async () => {
    const email = newEmail()
    const browser = await scene.join(email)
    const { body } = await browser.call('start_two_factor', { password: PASSWORD })
    const factor = { code: authenticatorCode(body.secret), kind: 'authenticator' }
    const reply = await browser.call('second_factor', factor)
    expectSiteError('SIGNED_OUT', reply)
    expect(await isOn(browser)).toBe(false)
    expectSite('session', await browser.call('session'))
  })

  it('names the account in the authenticator', async () => {
    const { email, uri, secret } = await joinWithTwoFactor()
    expect(decodeURIComponent(uri)).toContain(`Footnote:${email}`)
    expect(new URL(uri).searchParams.get('secret')).toBe(secret)
  })

  it('is refused if it is on, and turning it off if it is off', async () => {
    const { browser } = await joinWithTwoFactor()
    const again = await browser.call('start_two_factor', { password: PASSWORD })
    expectSiteError('INVALID_REQUEST', again)
    expectSiteError('INVALID_REQUEST', await browser.call('confirm_two_factor', { code: '123456' }))
    const other = await scene.join(newEmail())
    const stop = await other.call('stop_two_factor', { password: PASSWORD })
    expectSiteError('INVALID_REQUEST', stop)
    const renew = await other.call('new_backup_codes', { password: PASSWORD })
    expectSiteError('INVALID_REQUEST', renew)
  })
})

describe('signing in with it', () => {
  it('requires a code after the password; until then there is no session', async () => {
    const { email, secret } = await joinWithTwoFactor()
    const browser = await startSignIn(email)
    expect([...browser.cookies.keys()]).toEqual(['footnote.two_factor'])
    expectSiteError('SIGNED_OUT', await browser.call('sessions'))
    const code = authenticatorCode(secret)
    const reply = await browser.call('second_factor', { code, kind: 'authenticator' })
    expectSite('second_factor', reply)
    expect((await browser.call('session')).body.account.email).toBe(email)
  })

  it('accepts each authenticator code for one sign-in', async () => {
    const { email, secret } = await joinWithTwoFactor()
    const first = await startSignIn(email)
    const code = authenticatorCode(secret)
    const factor = { code, kind: 'authenticator' }
    expectSite('second_factor', await first.call('second_factor', factor))
    const second = await startSignIn(email)
    expectSiteError('SIGNED_OUT', await second.call('second_factor', factor))
    expectSiteError('SIGNED_OUT', await second.call('sessions'))
    const third = await startSignIn(email)
    const next = { code: authenticatorCode(secret, { periods: 1 }), kind: 'authenticator' }
    expectSite('second_factor', await third.call('second_factor', next))
  })

  it('accepts each backup code once', async () => {
    const { email, backupCodes } = await joinWithTwoFactor()
    expect(new Set(backupCodes).size).toBe(10)
    const factor = { code: backupCodes[0], kind: 'backup' }
    expectSite('second_factor', await (await startSignIn(email)).call('second_factor', factor))
    const again = await (await startSignIn(email)).call('second_factor', factor)
    expectSiteError('WRONG_CODE', again)
    // As people type it from paper.
    const typed = backupCodes[1]?.toUpperCase().replace('-', ' ')
    const other = { code: typed, kind: 'backup' }
    expectSite('second_factor', await (await startSignIn(email)).call('second_factor', other))
  })

  it('accepts a backup code once in concurrent sign-ins, which succeed with other codes', async () => {
    const { email, backupCodes } = await joinWithTwoFactor()
    const waiting = await Promise.all(Array.from({ length: 4 }, () => startSignIn(email)))
    const same = await Promise.all(
      waiting.map(browser =>
        browser.call('second_factor', { code: backupCodes[0], kind: 'backup' }),
      ),
    )
    expect(same.map(({ body }) => body.code ?? body.status).sort()).toEqual([
      'WRONG_CODE',
      'WRONG_CODE',
      'WRONG_CODE',
      'signed_in',
    ])
    const losers = waiting.filter((_, place) => same[place]?.status !== 200)
    const others = await Promise.all(
      losers.map((browser, place) =>
        browser.call('second_factor', { code: backupCodes[place + 1], kind: 'backup' }),
      ),
    )
    for (const reply of others) expectSite('second_factor', reply)
    const used = { code: backupCodes[1], kind: 'backup' }
    expectSiteError('WRONG_CODE', await (await startSignIn(email)).call('second_factor', used))
  })

  it('works while somebody else is signed in in the same browser', async () => {
    const { email, backupCodes } = await joinWithTwoFactor()
    const waiting = await startSignIn(email)
    const browser = await scene.join(newEmail())
    for (const [name, value] of waiting.cookies) browser.cookies.set(name, value)
    const factor = { code: backupCodes[0], kind: 'backup' }
    expectSite('second_factor', await browser.call('second_factor', factor))
    expect((await browser.call('session')).body.account.email).toBe(email)
  })

  it('is not possible without the password', async () => {
    const { secret } = await joinWithTwoFactor()
    const factor = { code: authenticatorCode(secret), kind: 'authenticator' }
    expectSiteError('SIGNED_OUT', await scene.openBrowser().call('second_factor', factor))
  })

  it('cannot be guessed: a sign-in ends after five wrong codes, and ten lock it for a while', async () => {
    const { email, secret } = await joinWithTwoFactor()
    const right = authenticatorCode(secret, { periods: 1 })
    const wrong = { code: '999999' === right ? '999998' : '999999', kind: 'authenticator' }
    for (let signIns = 0; signIns < 2; signIns += 1) {
      const browser = await startSignIn(email)
      for (let tried = 0; tried < 5; tried += 1) {
        expectSiteError('WRONG_CODE', await browser.call('second_factor', wrong))
      }
      expect((await browser.call('second_factor', wrong)).status).not.toBe(200)
      const late = await browser.call('second_factor', { code: right, kind: 'authenticator' })
      expect(late.status).not.toBe(200)
    }
    const factor = { code: right, kind: 'authenticator' }
    const locked = await (await startSignIn(email)).call('second_factor', factor)
    expectSiteError('TOO_MANY_ATTEMPTS', locked)
  })

  it('ends for pending sign-ins when the password changes', async () => {
    const { email, browser, secret } = await joinWithTwoFactor()
    const waiting = await startSignIn(email)
    const change = { current_password: PASSWORD, new_password: 'another good one' }
    await browser.call('change_password', change)
    const factor = { code: authenticatorCode(secret), kind: 'authenticator' }
    expectSiteError('SIGNED_OUT', await waiting.call('second_factor', factor))
  })
})

describe('turning it off', () => {
  it('requires the password, mails the owner, and signing in needs no code', async () => {
    const { email, browser } = await joinWithTwoFactor()
    const wrong = await browser.call('stop_two_factor', { password: 'not the one' })
    expectSiteError('WRONG_PASSWORD', wrong)
    expect(await isOn(browser)).toBe(true)
    expectSite('stop_two_factor', await browser.call('stop_two_factor', { password: PASSWORD }))
    expect(await isOn(browser)).toBe(false)
    expect(scene.messages.at(-1)).toMatchObject({ to: email, subject: /is off/ })
    const reply = await scene.openBrowser().call('sign_in', { email, password: PASSWORD })
    expect(reply.body).toEqual({ status: 'signed_in' })
  })
})

describe('new backup codes', () => {
  it('replace the old ones', async () => {
    const { email, browser, backupCodes } = await joinWithTwoFactor()
    const reply = await browser.call('new_backup_codes', { password: PASSWORD })
    expectSite('new_backup_codes', reply)
    const old = { code: backupCodes[0], kind: 'backup' }
    expectSiteError('WRONG_CODE', await (await startSignIn(email)).call('second_factor', old))
    const fresh = { code: reply.body.backup_codes[0], kind: 'backup' }
    expectSite('second_factor', await (await startSignIn(email)).call('second_factor', fresh))
  })
})

it('stores neither the secret nor a backup code in clear text', async () => {
  const { secret, backupCodes } = await joinWithTwoFactor()
  const { rows } = await scene.database.query('select secret, backup_codes from auth_two_factor')
  const text = JSON.stringify(rows)
  for (const code of [secret, ...backupCodes]) expect(text).not.toContain(code)
})

it('reports no fault', () => {
  expect(scene.faults).toEqual([])
})
