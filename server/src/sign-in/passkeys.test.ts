import { randomUUID } from 'node:crypto'
import { siteLimits } from '@footnote/contract/site/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
const listOf = async (browser: Browser) => (await browser.call('passkeys')).body.passkeys
const credential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

/** A member with that many passkeys, whose keys nobody has. */
async function joinWithPasskeys(count = 1) {
  const email = newEmail()
  const browser = await scene.join(email)
  await scene.database.query(
    `insert into auth_passkey
       (id, user_id, name, credential_id, public_key, counter, device_type, backed_up, created_at)
     select uuidv7(), id, 'Laptop ' || n, uuidv7()::text, '', 0, 'singleDevice', false, now()
     from auth_user, generate_series(1, $2) as n where email = $1`,
    [email, count],
  )
  return { email, browser, passkeys: await listOf(browser) }
}

it('asks the authenticator to verify its user, to add a passkey and to sign in', async () => {
  const browser = await scene.join(newEmail())
  const added = await browser.call('start_passkey', { password: PASSWORD })
  expectSite('start_passkey', added)
  expect(added.body.options).toMatchObject({
    rp: { id: 'localhost' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const asked = await scene.openBrowser().call('start_passkey_sign_in')
  expectSite('start_passkey_sign_in', asked)
  expect(asked.body.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
})

it('needs the password to add, rename and remove, and counts attempts', async () => {
  const { browser, passkeys, email } = await joinWithPasskeys()
  const params = { passkey_id: passkeys[0].passkey_id }
  const password = 'not the one'
  expectSiteError('WRONG_PASSWORD', await browser.call('start_passkey', { password }))
  expectSiteError(
    'WRONG_PASSWORD',
    await browser.call('rename_passkey', { name: 'Mine', password }, { params }),
  )
  expectSiteError('WRONG_PASSWORD', await browser.call('remove_passkey', { password }, { params }))
  expect(await listOf(browser)).toEqual(passkeys)
  const { rows } = await scene.database.query('select id from auth_user where email = $1', [email])
  await scene.useUp('passwordOfMember', rows[0].id).catch(() => {})
  const removal = await browser.call('remove_passkey', { password: PASSWORD }, { params })
  expectSiteError('TOO_MANY_ATTEMPTS', removal)
})

it('counts sign-ins by network', async () => {
  const browser = scene.openBrowser()
  await scene.useUp('passkeyFromAddress', browser.address)
  expectSiteError('TOO_MANY_ATTEMPTS', await browser.call('start_passkey_sign_in'))
  await scene.useUp('signInFromAddress', browser.address)
  expectSiteError('TOO_MANY_ATTEMPTS', await browser.call('passkey_sign_in', { credential }))
})

it('refuses a credential without a challenge or that nobody added, and reports no fault', async () => {
  const browser = scene.openBrowser()
  expectSiteError('WRONG_PASSKEY', await browser.call('passkey_sign_in', { credential }))
  await browser.call('start_passkey_sign_in')
  expectSiteError('WRONG_PASSKEY', await browser.call('passkey_sign_in', { credential }))
  const { email } = await joinWithPasskeys()
  await scene.database.query(
    `update auth_passkey set credential_id = 'AAAA'
     where user_id = (select id from auth_user where email = $1)`,
    [email],
  )
  await browser.call('start_passkey_sign_in')
  expectSiteError('WRONG_PASSKEY', await browser.call('passkey_sign_in', { credential }))
  expect(scene.faults).toEqual([])
})

it('leaves others’ passkeys alone', async () => {
  const { browser, passkeys } = await joinWithPasskeys()
  const stranger = await scene.join(newEmail())
  const password = PASSWORD
  for (const passkey_id of [passkeys[0].passkey_id, 'no-id']) {
    const params = { passkey_id }
    const rename = await stranger.call('rename_passkey', { name: 'Mine', password }, { params })
    expectSiteError('NOT_FOUND', rename)
    expectSiteError('NOT_FOUND', await stranger.call('remove_passkey', { password }, { params }))
  }
  expect(await listOf(browser)).toEqual(passkeys)
})

it('allows a limited number', async () => {
  const { browser } = await joinWithPasskeys(siteLimits.passkeys)
  const reply = await browser.call('start_passkey', { password: PASSWORD })
  expectSiteError('INVALID_REQUEST', reply)
})

it('removes all passkeys when the password is reset, and keeps them when it is changed', async () => {
  const { email, browser, passkeys } = await joinWithPasskeys(2)
  const changed = { current_password: PASSWORD, new_password: 'another horse battery' }
  await browser.call('start_passkey', { password: PASSWORD })
  expectSite('change_password', await browser.call('change_password', changed))
  expect(await listOf(browser)).toEqual(passkeys)
  const pending = await scene.database.query(
    `select from auth_verification where value like '%registration%' || (
       select id from auth_user where email = $1) || '%'`,
    [email],
  )
  expect(pending.rowCount).toBe(0)
  await browser.call('request_reset', { email })
  const token = /token=([\w-]+)/.exec(scene.messages.at(-1)?.text ?? '')?.[1]
  expectSite('reset_password', await browser.call('reset_password', { token, password: PASSWORD }))
  await browser.call('sign_in', { email, password: PASSWORD })
  expect(await listOf(browser)).toEqual([])
})

it('deletes them with the account', async () => {
  const { browser, passkeys } = await joinWithPasskeys()
  const closure = { password: PASSWORD, balance_units: 0 }
  expectSite('close_account', await browser.call('close_account', closure))
  const { rowCount } = await scene.database.query('select from auth_passkey where id = $1', [
    passkeys[0].passkey_id,
  ])
  expect(rowCount).toBe(0)
})
