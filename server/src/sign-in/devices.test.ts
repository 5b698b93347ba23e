import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMail } from '../mail/outbox.ts'
import { mailAlerts } from '../notices/mail-alerts.ts'
import { authenticatorCode } from '../testing/scenes/authenticator-code.ts'
import {
  type Browser,
  PASSWORD,
  type SignInScene,
  startSignInScene,
} from '../testing/scenes/sign-in-scene.ts'

const DEVICE = 'footnote.device'

let scene: SignInScene
beforeAll(async () => {
  scene = await startSignInScene()
})
afterAll(() => scene.close())

async function join() {
  const email = `${randomUUID()}@example.com`
  return { email, browser: await scene.join(email) }
}

const signIn = (browser: Browser, email: string) =>
  browser.call('sign_in', { email, password: PASSWORD })

/** The subjects of the alerts about a user's sign-ins. */
async function alertsTo(recipient: string) {
  await mailAlerts(scene.database, { origin: () => scene.url })
  return listMail(scene.database, { recipient, limit: 10 })
}

it('says nothing about the first sign-in, and nothing about the same browser again', async () => {
  const { email, browser } = await join()
  await browser.call('sign_out')
  await signIn(browser, email)
  expect(await alertsTo(email)).toEqual([])
})

it('mails about a new browser once, with a way to sign everything out', async () => {
  const { email } = await join()
  const other = scene.openBrowser()
  await signIn(other, email)
  await signIn(other, email)
  expect(await alertsTo(email)).toMatchObject([
    {
      subject: 'New sign-in to your Footnote account',
      body: expect.stringContaining(`${scene.url}/forgot-password`),
    },
  ])
})

it('knows the browser of another user only as new', async () => {
  const { browser } = await join()
  const { email } = await join()
  await signIn(browser, email)
  expect(await alertsTo(email)).toHaveLength(1)
})

it('treats a made-up cookie as a new browser and replaces it', async () => {
  const { email } = await join()
  const other = scene.openBrowser()
  other.cookies.set(DEVICE, 'x')
  await signIn(other, email)
  expect(other.cookies.get(DEVICE)).toMatch(/^[\w-]{43}$/)
  expect(await alertsTo(email)).toHaveLength(1)
})

it('waits for the second factor, and knows the browser that it came from', async () => {
  const { email, browser } = await join()
  const { body } = await browser.call('start_two_factor', { password: PASSWORD })
  await browser.call('confirm_two_factor', { code: authenticatorCode(body.secret) })
  const known = browser.cookies.get(DEVICE)
  await browser.call('sign_out')
  const enter = async (from: Browser, backup: string) => {
    await signIn(from, email)
    const { status } = await from.call('second_factor', { code: backup, kind: 'backup' })
    expect(status).toBe(200)
  }
  await enter(browser, body.backup_codes[0])
  expect(browser.cookies.get(DEVICE)).toBe(known)
  const other = scene.openBrowser()
  await signIn(other, email)
  expect(await alertsTo(email)).toEqual([])
  await enter(other, body.backup_codes[1])
  expect(await alertsTo(email)).toHaveLength(1)
})

it('keeps a hash, of a hundred browsers at most', async () => {
  const { email, browser } = await join()
  await scene.database.query(
    `insert into known_device (user_id, hash, seen_at)
     select id, sha256(n::text::bytea), clock_timestamp() - n * interval '1 day'
     from auth_user, generate_series(1, 150) as n where email = $1`,
    [email],
  )
  await signIn(scene.openBrowser(), email)
  const { rows } = await scene.database.query<{ hash: Buffer; seen_at: Date }>(
    `select hash from known_device join auth_user on auth_user.id = user_id where email = $1`,
    [email],
  )
  expect(rows).toHaveLength(100)
  expect(JSON.stringify(rows)).not.toContain(browser.cookies.get(DEVICE))
})

it('forgets browsers that were not used for 400 days', async () => {
  const { email } = await join()
  const count = async () => {
    const { rows } = await scene.database.query(
      'select from known_device join auth_user on auth_user.id = user_id where email = $1',
      [email],
    )
    return rows.length
  }
  await scene.signIn.tidy()
  expect(await count()).toBe(1)
  await scene.database.query(
    `update known_device set seen_at = clock_timestamp() - interval '401 days' where user_id =
     (select id from auth_user where email = $1)`,
    [email],
  )
  await scene.signIn.tidy()
  expect(await count()).toBe(0)
})
