import { randomUUID } from 'node:crypto'
import { connectionUrl } from '@footnote/platform/database/connection-url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMail } from '../mail/outbox.ts'
import { runFootnote } from '../testing/processes/run-footnote.ts'
import { authenticatorCode } from '../testing/scenes/authenticator-code.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { PASSWORD, type SignInScene, startSignInScene } from '../testing/scenes/sign-in-scene.ts'

let scene: SignInScene
beforeAll(async () => {
  scene = await startSignInScene()
})
afterAll(() => scene.close())

const run = (...args: string[]) =>
  runFootnote(['account', 'reset-two-factor', ...args], {
    settings: { DATABASE_URL: connectionUrl(scene.connection) },
  })

async function joinWithTwoFactor() {
  const email = `${randomUUID()}@example.com`
  const browser = await scene.join(email)
  const { secret } = (await browser.call('start_two_factor', { password: PASSWORD })).body
  const code = authenticatorCode(secret)
  expect((await browser.call('confirm_two_factor', { code })).status).toBe(200)
  return { email, browser, secret }
}

it('turns it off, ends sessions and pending sign-ins, and mails the owner alone', async () => {
  const [lost, other] = [await joinWithTwoFactor(), await joinWithTwoFactor()]
  const { email } = lost
  const waiting = scene.openBrowser()
  await waiting.call('sign_in', { email, password: PASSWORD })

  const { code, stdout, stderr } = await run(email.toUpperCase(), '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({
    account_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    email,
    two_factor: false,
    sessions_ended: 1,
  })

  expect((await lost.browser.call('sessions')).body.code).toBe('SIGNED_OUT')
  const factor = { code: authenticatorCode(lost.secret, { periods: 1 }), kind: 'authenticator' }
  expect((await waiting.call('second_factor', factor)).body.code).toBe('SIGNED_OUT')
  const fresh = await scene.openBrowser().call('sign_in', { email, password: PASSWORD })
  expect(fresh.body).toEqual({ status: 'signed_in' })
  const mail = await listMail(scene.database, { recipient: undefined, limit: 10 })
  expect(mail).toMatchObject([
    { recipient: email, subject: 'Two-factor authentication was turned off' },
  ])

  const { body } = await other.browser.call('session')
  expect(body.account.two_factor).toBe(true)
})

it('prints what it did, and lets the owner set it up again', async () => {
  const { email } = await joinWithTwoFactor()
  const { code, stdout } = await run(email)
  expect(code).toBe(0)
  expect(stdout).toBe(
    `Two-factor authentication is off for ${email}. Sessions ended: 1. We sent them an email.\n`,
  )
  const browser = scene.openBrowser()
  await browser.call('sign_in', { email, password: PASSWORD })
  const { secret } = (await browser.call('start_two_factor', { password: PASSWORD })).body
  const again = await browser.call('confirm_two_factor', { code: authenticatorCode(secret) })
  expect(again.status).toBe(200)
})

it('is refused if it is already off', async () => {
  const email = `${randomUUID()}@example.com`
  await scene.join(email)
  const unclaimed = await createPayer(scene.database, '1')
  for (const [address, words] of [
    [email, 'not on'],
    [unclaimed.email, 'not on'],
    [`${randomUUID()}@example.com`, 'no account'],
  ] as const) {
    const { code, stdout, stderr } = await run(address)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(words)
  }
})
