import { afterAll, beforeAll, expect, it } from 'vitest'
import { resealSecrets } from '../secrets/reseal-secrets.ts'
import { authenticatorCode } from '../testing/scenes/authenticator-code.ts'
import { expectSite } from '../testing/scenes/expect-site.ts'
import { PASSWORD, type SignInScene, startSignInScene } from '../testing/scenes/sign-in-scene.ts'

const [OLD, NEW] = ['old', 'new'].map(name => `the ${name} secret of the tests, long enough`) as [
  string,
  string,
]
const EMAIL = 'member@example.com'

const secrets = { current: OLD, all: [OLD] }
let scene: SignInScene
beforeAll(async () => {
  scene = await startSignInScene({ secrets })
})
afterAll(() => scene.close())

it('sessions, second factors and codes survive a new secret', async () => {
  const browser = await scene.join(EMAIL)
  const started = await browser.call('start_two_factor', { password: PASSWORD })
  const { secret, backup_codes: codes } = started.body
  await browser.call('confirm_two_factor', { code: authenticatorCode(secret) })
  const isSignedIn = async () => (await browser.call('session')).body.account?.email === EMAIL
  const signIn = async (factor: { code: string; kind: 'authenticator' | 'backup' }) => {
    // The same code of an authenticator is valid once.
    await scene.database.query('delete from attempt')
    const visitor = scene.openBrowser()
    expectSite('sign_in', await visitor.call('sign_in', { email: EMAIL, password: PASSWORD }))
    secrets.current = secrets.current === OLD ? NEW : OLD
    expectSite('second_factor', await visitor.call('second_factor', factor))
  }

  // Some instances seal with the new secret, some still with the old one.
  secrets.all = [NEW, OLD]
  for (const current of [NEW, OLD, NEW]) {
    secrets.current = current
    expect(await isSignedIn()).toBe(true)
    await signIn({ kind: 'authenticator', code: authenticatorCode(secret) })
    await signIn({ kind: 'backup', code: codes.pop() })
  }
  secrets.current = OLD
  await browser.call('change_email', { email: 'new@example.com', password: PASSWORD })
  secrets.current = NEW
  const confirmed = await browser.call('confirm_new_email', {
    email: 'new@example.com',
    code: scene.readCode('new@example.com'),
  })
  expectSite('confirm_new_email', confirmed)

  await resealSecrets(scene.database, { secret: NEW, previous: OLD })
  const renewed = scene.openBrowser()
  await scene.database.query('delete from attempt')
  await renewed.call('sign_in', { email: 'new@example.com', password: PASSWORD })
  secrets.all = [NEW]
  const factor = { kind: 'authenticator', code: authenticatorCode(secret) }
  expectSite('second_factor', await renewed.call('second_factor', factor))
  expect((await renewed.call('session')).body.account.email).toBe('new@example.com')
  expect(scene.faults).toEqual([])
})
