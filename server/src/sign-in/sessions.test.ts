import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
const sessionsOf = async (browser: Browser) => {
  const reply = await browser.call('sessions')
  expectSite('sessions', reply)
  return reply.body.sessions
}

async function joinTwice() {
  const email = newEmail()
  const browser = await scene.join(email)
  const other = scene.openBrowser()
  await other.call('sign_in', { email, password: PASSWORD })
  return { browser, other }
}

describe('the list of sessions', () => {
  it('shows where each is from and which is this one, and never a token', async () => {
    const { browser, other } = await joinTwice()
    const sessions = await sessionsOf(browser)
    expect(sessions).toHaveLength(2)
    const [current] = sessions.filter((session: { is_current: boolean }) => session.is_current)
    expect(current).toMatchObject({ user_agent: 'Test browser', address: browser.address })
    const { rows } = await scene.database.query('select token from auth_session')
    const text = JSON.stringify(sessions)
    for (const { token } of rows) expect(text).not.toContain(token)
    expect(text).toContain(other.address)
  })

  it('shows when each was last seen, to some minutes', async () => {
    const { browser } = await joinTwice()
    await scene.database.query(
      `update auth_session set updated_at = updated_at - interval '1 hour'`,
    )
    const sessions = await sessionsOf(browser)
    const lastSeen = (isCurrent: boolean) =>
      new Date(
        sessions.find((session: { is_current: boolean }) => session.is_current === isCurrent)
          .last_seen_at,
      ).getTime()
    expect(lastSeen(true) - lastSeen(false)).toBeGreaterThan(3_000_000)
  })

  it('takes the address and browser of a session from the server alone', async () => {
    const email = newEmail()
    await scene.join(email)
    const browser = scene.openBrowser()
    const headers = { 'x-footnote-visitor': '6.6.6.6', 'x-real-ip': '6.6.6.6' }
    await browser.call('sign_in', { email, password: PASSWORD }, { headers })
    expect(JSON.stringify(await sessionsOf(browser))).not.toContain('6.6.6.6')
  })
})

describe('revoking', () => {
  it('a session ends it at once', async () => {
    const { browser, other } = await joinTwice()
    const { session_id } = (await sessionsOf(browser)).find(
      (session: { is_current: boolean }) => !session.is_current,
    )
    const reply = await browser.call('revoke_session', undefined, { params: { session_id } })
    expectSite('revoke_session', reply)
    expectSiteError('SIGNED_OUT', await other.call('sessions'))
    expect(await sessionsOf(browser)).toHaveLength(1)
  })

  it('all other sessions keeps this one', async () => {
    const { browser, other } = await joinTwice()
    expectSite('revoke_other_sessions', await browser.call('revoke_other_sessions'))
    expectSiteError('SIGNED_OUT', await other.call('sessions'))
    expect(await sessionsOf(browser)).toHaveLength(1)
  })

  it('an unknown session, or another member’s, changes nothing', async () => {
    const browser = await scene.join(newEmail())
    const other = await scene.join(newEmail())
    const [{ session_id: theirs }] = await sessionsOf(other)
    for (const session_id of [theirs, randomUUIDv7(), 'nonsense', '\0']) {
      const reply = await browser.call('revoke_session', undefined, { params: { session_id } })
      expectSiteError('NOT_FOUND', reply)
    }
    await browser.call('revoke_other_sessions')
    expect(await sessionsOf(other)).toHaveLength(1)
  })
})

it('deletes expired sessions, links and codes, and nothing else', async () => {
  const browser = await scene.join(newEmail())
  const stale = newEmail()
  await scene.openBrowser().call('sign_up', { email: stale, password: PASSWORD })
  await scene.database.query(
    `update auth_user set updated_at = updated_at - interval '8 days'
     where email = $1 or email_verified`,
    [stale],
  )
  await scene.signIn.tidy()
  const { rows } = await scene.database.query('select id from auth_user where email = $1', [stale])
  expect(rows).toEqual([])
  expect(await sessionsOf(browser)).toHaveLength(1)
})

it('reports no fault', () => {
  expect(scene.faults).toEqual([])
})
