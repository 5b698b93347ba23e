import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptLimits } from '../attempts/attempt-limits.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
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
const accountOf = async (browser: Browser) => (await browser.call('session')).body.account

describe('changing the email address', () => {
  it('requires the password and a code sent to the new address; the account follows', async () => {
    const [oldEmail, email] = [newEmail(), newEmail()]
    const browser = await scene.join(oldEmail)
    const { account_id: accountId } = await accountOf(browser)
    const wrong = await browser.call('change_email', { email, password: 'not the one' })
    expectSiteError('WRONG_PASSWORD', wrong)
    const reply = await browser.call('change_email', {
      email: email.toUpperCase(),
      password: PASSWORD,
    })
    expectSite('change_email', reply)
    const code = scene.readCode(email)
    expectSite('confirm_new_email', await browser.call('confirm_new_email', { email, code }))
    expect(await accountOf(browser)).toMatchObject({ account_id: accountId, email })
    expect(scene.messages.at(-1)).toMatchObject({
      to: oldEmail,
      text: expect.stringContaining(email),
    })
    const signIn = (address: string) =>
      scene.openBrowser().call('sign_in', { email: address, password: PASSWORD })
    expectSiteError('WRONG_CREDENTIALS', await signIn(oldEmail))
    expectSite('sign_in', await signIn(email))
  })

  it('requires the right code for the right address, once', async () => {
    const [email, another] = [newEmail(), newEmail()]
    const browser = await scene.join(newEmail())
    await browser.call('change_email', { email, password: PASSWORD })
    const code = scene.readCode(email)
    const wrong = code === '000000' ? '000001' : '000000'
    const confirm = (body: object) => browser.call('confirm_new_email', body)
    expectSiteError('WRONG_CODE', await confirm({ email, code: wrong }))
    expectSiteError('WRONG_CODE', await confirm({ email: another, code }))
    expectSite('confirm_new_email', await confirm({ email, code }))
    expectSiteError('WRONG_CODE', await confirm({ email, code }))
  })

  it('limits the codes sent to one address, whatever else was sent there', async () => {
    const email = newEmail()
    const browser = await scene.join(newEmail())
    const change = () => browser.call('change_email', { email, password: PASSWORD })
    for (const kind of ['code', 'reset']) await scene.useUp('mailToEmail', kind, email)
    expectSite('change_email', await change())
    const { most } = attemptLimits.mailToEmailFromSender
    for (let sent = 1; sent < most; sent += 1) expectSite('change_email', await change())
    const before = scene.messages.length
    expectSiteError('TOO_MANY_ATTEMPTS', await change())
    expect(scene.messages).toHaveLength(before)
  })

  it('is refused with somebody else’s code', async () => {
    const email = newEmail()
    const browser = await scene.join(newEmail())
    const other = await scene.join(newEmail())
    await browser.call('change_email', { email, password: PASSWORD })
    const code = scene.readCode(email)
    expectSiteError('WRONG_CODE', await other.call('confirm_new_email', { email, code }))
  })

  it('replies the same for a taken address, and mails only its owner', async () => {
    const browser = await scene.join(newEmail())
    const taken = newEmail()
    await scene.join(taken)
    const { email: unclaimed } = await createPayer(scene.database, '10')
    const free = await browser.call('change_email', { email: newEmail(), password: PASSWORD })
    for (const email of [taken, unclaimed]) {
      const reply = await browser.call('change_email', { email, password: PASSWORD })
      expect([reply.status, reply.body]).toEqual([free.status, free.body])
      expect(scene.messages.at(-1)).toMatchObject({ to: email, subject: /already/ })
      expect(scene.messages.at(-1)?.text).not.toMatch(/\b\d{6}\b/)
      const guess = await browser.call('confirm_new_email', { email, code: '123456' })
      expectSiteError('WRONG_CODE', guess)
    }
  })

  it('is refused if the address was taken meanwhile, and changes nothing', async () => {
    const [oldEmail, email] = [newEmail(), newEmail()]
    const browser = await scene.join(oldEmail)
    await browser.call('change_email', { email, password: PASSWORD })
    const code = scene.readCode(email)
    const owner = await scene.join(email)
    expectSiteError('WRONG_CODE', await browser.call('confirm_new_email', { email, code }))
    expect(await accountOf(browser)).toMatchObject({ email: oldEmail })
    expect(await accountOf(owner)).toMatchObject({ email })
  })

  it('takes the address from an unconfirmed sign-up', async () => {
    const email = newEmail()
    const stranger = scene.openBrowser()
    await stranger.call('sign_up', { email, password: 'a stranger’s choice' })
    const strangersCode = scene.readCode(email)
    const browser = await scene.join(newEmail())
    await browser.call('change_email', { email, password: PASSWORD })
    const code = scene.readCode(email)
    expectSite('confirm_new_email', await browser.call('confirm_new_email', { email, code }))
    const reply = await stranger.call('confirm_email', {
      email,
      password: 'a stranger’s choice',
      code: strangersCode,
    })
    expectSiteError('WRONG_CREDENTIALS', reply)
    expect(await accountOf(browser)).toMatchObject({ email })
  })

  it('gives an address to one of two members at once', async () => {
    const email = newEmail()
    const members = await Promise.all([scene.join(newEmail()), scene.join(newEmail())])
    const codes: string[] = []
    for (const member of members) {
      await member.call('change_email', { email, password: PASSWORD })
      codes.push(scene.readCode(email))
    }
    const replies = await Promise.all(
      members.map((member, place) =>
        member.call('confirm_new_email', { email, code: codes[place] ?? '' }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  it('invalidates links that were sent to the old address', async () => {
    const [oldEmail, email] = [newEmail(), newEmail()]
    const browser = await scene.join(oldEmail)
    await browser.call('request_reset', { email: oldEmail })
    const token = /token=(\S+)/.exec(scene.messages.at(-1)?.text ?? '')?.[1] ?? ''
    await browser.call('change_email', { email, password: PASSWORD })
    await browser.call('confirm_new_email', { email, code: scene.readCode(email) })
    const reply = await browser.call('reset_password', { token, password: 'by the old address' })
    expectSiteError('LINK_EXPIRED', reply)
  })
})

it('reports no fault', () => {
  expect(scene.faults).toEqual([])
})
