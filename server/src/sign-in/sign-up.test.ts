import { randomUUID } from 'node:crypto'
import { siteFormats } from '@footnote/contract/site/formats'
import { parseUsd } from '@footnote/contract/units'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../accounts/accounts.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { expectSite, expectSiteError } from '../testing/scenes/expect-site.ts'
import { PASSWORD, type SignInScene, startSignInScene } from '../testing/scenes/sign-in-scene.ts'
import { auditDatabase } from '../wallet/audit.ts'

const OTHER_PASSWORD = 'a stranger’s choice'

let scene: SignInScene
beforeAll(async () => {
  scene = await startSignInScene()
})
afterAll(() => scene.close())

const newEmail = () => `${randomUUID()}@example.com`
const countAccounts = async (email: string) => {
  const { rows } = await scene.database.query('select id from account where email = $1', [email])
  return rows.length
}

describe('signing up', () => {
  it('leads through a code to a session and an account with an empty wallet', async () => {
    const browser = scene.openBrowser()
    const email = 'ada@example.com'
    const credentials = { email: 'Ada@Example.com', password: PASSWORD }
    expectSite('sign_up', await browser.call('sign_up', credentials))
    expect(browser.cookies.size).toBe(0)
    const code = scene.readCode(email)
    const confirmed = await browser.call('confirm_email', { ...credentials, code })
    expectSite('confirm_email', confirmed)
    expect(confirmed.body).toEqual({ status: 'signed_in' })
    const session = await browser.call('session')
    expectSite('session', session)
    expect(session.body.account).toMatchObject({
      email,
      state: 'active',
      has_password: true,
      two_factor: false,
      providers: [],
    })
    const { rows } = await scene.database.query(
      'select balance_units from wallet where account_id = $1',
      [session.body.account.account_id],
    )
    expect(rows).toEqual([{ balance_units: 0n }])
  })

  it('creates no account before the address is proven', async () => {
    const email = newEmail()
    await scene.openBrowser().call('sign_up', { email, password: PASSWORD })
    expect(await countAccounts(email)).toBe(0)
  })

  it('replies the same for a new, unconfirmed or taken address', async () => {
    const email = newEmail()
    const browser = scene.openBrowser()
    const first = await browser.call('sign_up', { email, password: PASSWORD })
    const unconfirmed = await browser.call('sign_up', { email, password: PASSWORD })
    await browser.call('confirm_email', { email, password: PASSWORD, code: scene.readCode(email) })
    const known = await scene.openBrowser().call('sign_up', { email, password: OTHER_PASSWORD })
    for (const reply of [unconfirmed, known]) {
      expect([reply.status, reply.body]).toEqual([first.status, first.body])
      expect([...reply.headers.keys()].sort()).toEqual([...first.headers.keys()].sort())
    }
    expect(scene.messages.at(-1)).toMatchObject({ to: email, subject: /already/ })
  })

  it.each([
    'josé@example.com',
    'ada@localhost',
    'ada@exam ple.com',
    '.ada@example.com',
    'ada@example.com\r\nbcc: eve@example.com',
    `${'a'.repeat(65)}@example.com`,
  ])('refuses %j, which mail might not reach', async email => {
    expectSiteError(
      'INVALID_REQUEST',
      await scene.openBrowser().call('sign_up', { email, password: PASSWORD }),
    )
  })

  it.each(['o’hara', "o'hara", 'a+b', 'a.b-c_d', 'a.', 'a!b'])(
    'and better-auth agree on whether %s can be the local part of an address',
    async name => {
      const credentials = { email: `${name}@sub.example.org`, password: PASSWORD }
      const isTaken = siteFormats['email-address'].check(credentials.email)
      const { api } = await import('better-auth').then(({ betterAuth }) =>
        betterAuth({
          baseURL: scene.url,
          secret: 'only for this question, and for no session at all',
          emailAndPassword: { enabled: true },
          logger: { disabled: true },
        }),
      )
      const verdict = await api.signInEmail({ body: credentials }).catch(error => error.body.code)
      expect(verdict).toBe(isTaken ? 'INVALID_EMAIL_OR_PASSWORD' : 'INVALID_EMAIL')
    },
  )
})

describe('a code', () => {
  async function startSignUp() {
    const email = newEmail()
    const browser = scene.openBrowser()
    await browser.call('sign_up', { email, password: PASSWORD })
    const code = scene.readCode(email)
    const wrong = code === '000000' ? '000001' : '000000'
    const confirm = (tried: string, password = PASSWORD) =>
      browser.call('confirm_email', { email, password, code: tried })
    return { email, browser, code, wrong, confirm }
  }

  it('is refused if it is wrong, and the right one still works', async () => {
    const { code, wrong, confirm } = await startSignUp()
    expectSiteError('WRONG_CODE', await confirm(wrong))
    expectSite('confirm_email', await confirm(code))
  })

  it('works once', async () => {
    const { code, confirm } = await startSignUp()
    expectSite('confirm_email', await confirm(code))
    expectSiteError('WRONG_CREDENTIALS', await confirm(code))
  })

  it('is useless without the password', async () => {
    const { email, code, confirm } = await startSignUp()
    expectSiteError('WRONG_CREDENTIALS', await confirm(code, OTHER_PASSWORD))
    expect(await countAccounts(email)).toBe(0)
    expectSite('confirm_email', await confirm(code))
  })

  it('expires', async () => {
    const { email, code, confirm } = await startSignUp()
    await scene.database.query(
      'update email_code set expires_at = clock_timestamp() where email = $1',
      [email],
    )
    expectSiteError('WRONG_CODE', await confirm(code))
  })

  it('is invalid after five wrong ones, even at once', async () => {
    const { code, wrong, confirm } = await startSignUp()
    const tries = await Promise.all(Array.from({ length: 8 }, () => confirm(wrong)))
    expect(tries.map(({ body }) => body.code)).toEqual(Array(8).fill('WRONG_CODE'))
    expectSiteError('WRONG_CODE', await confirm(code))
  })

  it('is replaced by the next one, which signing in sends', async () => {
    const { email, browser, code, confirm } = await startSignUp()
    const reply = await browser.call('sign_in', { email, password: PASSWORD })
    expectSiteError('EMAIL_NOT_CONFIRMED', reply)
    expect(browser.cookies.size).toBe(0)
    const next = scene.readCode(email)
    if (next !== code) expectSiteError('WRONG_CODE', await confirm(code))
    expectSite('confirm_email', await confirm(next))
  })

  it('is stored only as a hash', async () => {
    const { email, code } = await startSignUp()
    const { rows } = await scene.database.query(
      `select hash::text from email_code where email = $1`,
      [email],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(code).toString('hex'))
  })
})

describe('a stranger who signs up with somebody’s address', () => {
  it('first, gains nothing: their password is replaced and never signs in', async () => {
    const email = newEmail()
    const stranger = scene.openBrowser()
    const owner = scene.openBrowser()
    await stranger.call('sign_up', { email, password: OTHER_PASSWORD })
    await owner.call('sign_up', { email, password: PASSWORD })
    const code = scene.readCode(email)
    expectSiteError(
      'WRONG_CREDENTIALS',
      await stranger.call('confirm_email', { email, password: OTHER_PASSWORD, code }),
    )
    expectSite(
      'confirm_email',
      await owner.call('confirm_email', { email, password: PASSWORD, code }),
    )
    expectSiteError(
      'WRONG_CREDENTIALS',
      await stranger.call('sign_in', { email, password: OTHER_PASSWORD }),
    )
  })

  it('between sign-up and code, is not confirmed by the owner’s code', async () => {
    const email = newEmail()
    const stranger = scene.openBrowser()
    const owner = scene.openBrowser()
    await owner.call('sign_up', { email, password: PASSWORD })
    const ownersCode = scene.readCode(email)
    await stranger.call('sign_up', { email, password: OTHER_PASSWORD })
    const latestCode = scene.readCode(email)
    for (const code of [ownersCode, latestCode]) {
      expectSiteError(
        'WRONG_CREDENTIALS',
        await owner.call('confirm_email', { email, password: PASSWORD, code }),
      )
    }
    expect(await countAccounts(email)).toBe(0)
    // Signing up again is enough.
    await owner.call('sign_up', { email, password: PASSWORD })
    const code = scene.readCode(email)
    expectSite(
      'confirm_email',
      await owner.call('confirm_email', { email, password: PASSWORD, code }),
    )
    expectSiteError(
      'WRONG_CREDENTIALS',
      await stranger.call('sign_in', { email, password: OTHER_PASSWORD }),
    )
  })

  it('at the very moment of the owner’s code, never gets the account', async () => {
    const rounds = Array.from({ length: 4 }, async () => {
      const email = newEmail()
      const stranger = scene.openBrowser()
      const owner = scene.openBrowser()
      await owner.call('sign_up', { email, password: PASSWORD })
      const code = scene.readCode(email)
      await Promise.all([
        stranger.call('sign_up', { email, password: OTHER_PASSWORD }),
        owner.call('confirm_email', { email, password: PASSWORD, code }),
      ])
      const reply = await stranger.call('sign_in', { email, password: OTHER_PASSWORD })
      expect(['WRONG_CREDENTIALS', 'EMAIL_NOT_CONFIRMED']).toContain(reply.body.code)
      expect(stranger.cookies.size).toBe(0)
    })
    await Promise.all(rounds)
  })

  it('whose password replaced the one that was checked, is not confirmed by the code', async () => {
    const email = newEmail()
    await scene.openBrowser().call('sign_up', { email, password: PASSWORD })
    const { rows } = await scene.database.query(
      `select auth_user.id, email_code.hash from auth_user
       join email_code on email_code.user_id = auth_user.id where auth_user.email = $1`,
      [email],
    )
    const confirmed = await scene.database.query('select confirm_user($1, $2, $3) as account', [
      rows[0].id,
      'the hash of a password that was replaced',
      rows[0].hash,
    ])
    expect(confirmed.rows).toEqual([{ account: null }])
    expect(await countAccounts(email)).toBe(0)
  })

  it('afterwards, changes nothing', async () => {
    const email = newEmail()
    await scene.join(email)
    const stranger = scene.openBrowser()
    await stranger.call('sign_up', { email, password: OTHER_PASSWORD })
    expectSiteError(
      'WRONG_CREDENTIALS',
      await stranger.call('sign_in', { email, password: OTHER_PASSWORD }),
    )
    expectSite('sign_in', await scene.openBrowser().call('sign_in', { email, password: PASSWORD }))
  })
})

describe('an account that an operator command created', () => {
  it('is claimed with its balance and keys by the user who proves its address', async () => {
    const { accountId, email } = await createPayer(scene.database, '12.5')
    const browser = await scene.join(email)
    const { body } = await browser.call('session')
    expect(body.account.account_id).toBe(accountId)
    const { rows } = await scene.database.query(
      'select balance_units from wallet where account_id = $1',
      [accountId],
    )
    expect(rows).toEqual([{ balance_units: parseUsd('12.5') }])
  })

  it('is claimed once by concurrent confirmations', async () => {
    const { accountId, email } = await createPayer(scene.database, '10')
    const browser = scene.openBrowser()
    await browser.call('sign_up', { email, password: PASSWORD })
    const body = { email, password: PASSWORD, code: scene.readCode(email) }
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => scene.openBrowser().call('confirm_email', body)),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows } = await scene.database.query(
      'select account.id from account join auth_user on auth_user.id = user_id where auth_user.email = $1',
      [email],
    )
    expect(rows).toEqual([{ id: accountId }])
    expect(await auditDatabase(scene.connection)).toEqual([])
  })

  it('never exists twice if the command creates it at the same moment', async () => {
    const rounds = Array.from({ length: 4 }, async () => {
      const email = newEmail()
      const browser = scene.openBrowser()
      await browser.call('sign_up', { email, password: PASSWORD })
      const body = { email, password: PASSWORD, code: scene.readCode(email) }
      const [confirmed] = await Promise.all([
        browser.call('confirm_email', body),
        createAccount(scene.database, { email }),
      ])
      expectSite('confirm_email', confirmed)
      expect(await countAccounts(email)).toBe(1)
      expect((await browser.call('session')).body.account.email).toBe(email)
    })
    await Promise.all(rounds)
    expect(await auditDatabase(scene.connection)).toEqual([])
  })
})

it('reports no fault', () => {
  expect(scene.faults).toEqual([])
})
