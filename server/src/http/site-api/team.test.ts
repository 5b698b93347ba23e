import { siteLimits } from '@footnote/contract/site/limits'
import { type SiteOperation, siteOperations } from '@footnote/contract/site/operations'
import { ROLES, type Role, type SiteOperationName } from '@footnote/contract/site/paths'
import { ACCOUNT_ACTION_KINDS } from '@footnote/contract/site/team'
import { createOAuthAgent } from '@footnote/mcp/testing/oauth-agent'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTeam } from '../../team/create-team.ts'
import { callSite } from '../../testing/scenes/call-site.ts'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { holdCalls } from '../../testing/scenes/hold-calls.ts'
import { joinWebsite, type TestMember } from '../../testing/scenes/join-website.ts'
import { captured, readLedger } from '../../testing/scenes/read-ledger.ts'
import { runFromPage } from '../../testing/scenes/run-from-page.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'
import { get, post } from '../../testing/scenes/test-service.ts'
import {
  answerWell,
  type StubUpstream,
  startStubUpstream,
} from '../../testing/stubs/stub-upstream.ts'
import { auditDatabase } from '../../wallet/audit.ts'

let upstream: StubUpstream
let site: TestWebsite
beforeAll(async () => {
  upstream = await startStubUpstream()
  site = await startWebsite({}, { upstream })
})
afterAll(async () => {
  expect(await auditDatabase(site.connection)).toEqual([])
  await site.close()
  await upstream.close()
})

// All members sign up from one network.
beforeEach(() => site.database.query(`delete from attempt where bucket like 'signUp%'`))

/** Invites somebody and returns the token in the mail. */
async function invite(owner: TestMember, email: string, role: string): Promise<string> {
  expectSite('invite', await owner.call('invite', { body: { email, role } }))
  const { text = '' } = (await site.readMail(email)) ?? {}
  expect(text).toContain(`${owner.email} invites you`)
  return /\/join\?token=([\w-]+)/.exec(text)?.[1] ?? ''
}

const accept = (who: TestMember, token: string) =>
  who.call('accept_invitation', { body: { token } })

/** A new member of an account, whose session works for it. */
async function addMember(owner: TestMember, role: 'developer' | 'viewer'): Promise<TestMember> {
  const who = await joinWebsite(site)
  expectSite('accept_invitation', await accept(who, await invite(owner, who.email, role)))
  return who
}

const userIdOf = async (who: TestMember): Promise<string> =>
  (await who.call('session')).body.account.user_id
const accountOf = async (who: TestMember) => (await who.call('session')).body.account
const actionsOf = async (who: TestMember) => (await who.call('account_actions')).body.actions
const remove = async (owner: TestMember, who: TestMember, revoke_keys = false) =>
  owner.call('remove_member', {
    params: { user_id: await userIdOf(who) },
    body: { revoke_keys },
  })

describe('each operation is open from its least role on', () => {
  const operations = (Object.entries(siteOperations) as [SiteOperationName, SiteOperation][])
    .filter(([, { audience }]) => (ROLES as readonly string[]).includes(audience))
    // Leaving works for every role, but only once.
    .filter(([name]) => name !== 'leave_team')
  const team = {} as Record<Role, TestMember>
  beforeAll(async () => {
    team.owner = await joinWebsite(site)
    team.developer = await addMember(team.owner, 'developer')
    team.viewer = await addMember(team.owner, 'viewer')
  })

  it.each(operations)('%s', async (name, { audience }) => {
    for (const role of ROLES) {
      const reply = await team[role].call(name)
      if (ROLES.indexOf(role) < ROLES.indexOf(audience as Role)) {
        expectSiteError('ROLE_TOO_LOW', reply)
      } else {
        expect(reply.body?.code, role).not.toBe('ROLE_TOO_LOW')
      }
    }
  })

  it('nobody but owners pays, closes the account or changes the team', () => {
    const ofOwners = operations.filter(([, { audience }]) => audience === 'owner')
    expect(ofOwners.map(([name]) => name)).toEqual(
      expect.arrayContaining(['recharge', 'request_refund', 'close_account', 'invite']),
    )
  })

  it('viewers only read', () => {
    const posts = operations.filter(
      ([, { audience, method }]) => audience === 'viewer' && method === 'POST',
    )
    expect(posts).toEqual([])
  })
})

describe('an invitation', () => {
  it('names the account and the role, and makes the invited a member of the wallet', async () => {
    const owner = await joinWebsite(site, { usd: '10' })
    const guest = await joinWebsite(site)
    const token = await invite(owner, guest.email.toUpperCase(), 'developer')
    const described = await guest.call('describe_invitation', { body: { token } })
    expectSite('describe_invitation', described)
    expect(described.body).toMatchObject({ owner_email: owner.email, role: 'developer' })
    expectSite('accept_invitation', await accept(guest, token))
    expect((await site.readMail(owner.email))?.subject).toBe(`${guest.email} joined your account`)

    expect(await accountOf(guest)).toMatchObject({
      account_id: owner.accountId,
      email: guest.email,
      role: 'developer',
      accounts: [
        { account_id: guest.accountId, owner_email: guest.email, role: 'owner' },
        { account_id: owner.accountId, owner_email: owner.email, role: 'developer' },
      ],
    })
    const { events } = await runFromPage(site.url, 'run_answer', {
      cookie: guest.cookie,
      body: { query: 'q' },
    })
    expect(await events.rest()).toMatchObject([{ event: 'result' }])
    expect((await readLedger(site.database, owner.accountId)).charges).toMatchObject([captured])
    expect((await readLedger(site.database, guest.accountId)).charges).toEqual([])
  })

  it('opens for the invited address alone, once, and not after it was withdrawn, replaced or expired', async () => {
    const owner = await joinWebsite(site)
    const [guest, stranger] = [await joinWebsite(site), await joinWebsite(site)]
    const refused = async (who: TestMember, token: string) => {
      for (const name of ['describe_invitation', 'accept_invitation'] as const) {
        expectSiteError('INVITATION_INVALID', await who.call(name, { body: { token } }))
      }
    }
    const first = await invite(owner, guest.email, 'viewer')
    await refused(stranger, first)
    await refused(guest, `${first}x`)
    const second = await invite(owner, guest.email, 'developer')
    await refused(guest, first)

    const [open] = (await owner.call('invitations')).body.invitations
    expect(open).toMatchObject({ email: guest.email, role: 'developer' })
    const params = { invitation_id: open.invitation_id }
    expectSite('withdraw_invitation', await owner.call('withdraw_invitation', { params }))
    await refused(guest, second)

    const third = await invite(owner, guest.email, 'viewer')
    await site.database.query(
      'update invitation set expires_at = clock_timestamp() where account_id = $1',
      [owner.accountId],
    )
    await refused(guest, third)
    expect((await owner.call('invitations')).body.invitations).toEqual([])

    const fourth = await invite(owner, guest.email, 'viewer')
    const both = await Promise.all([accept(guest, fourth), accept(guest, fourth)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
    await refused(guest, fourth)
    await refused(stranger, fourth)
    const again = await owner.call('invite', { body: { email: guest.email, role: 'viewer' } })
    expectSiteError('ALREADY_MEMBER', again)
    const self = await owner.call('invite', { body: { email: owner.email, role: 'viewer' } })
    expectSiteError('ALREADY_MEMBER', self)
  })

  it('is refused beyond the most members and after too many mails', async () => {
    const owner = await joinWebsite(site)
    await site.database.query(
      `insert into invitation (id, account_id, email, role, hash, invited_by, expires_at)
       select gen_random_uuid(), $1, 'guest' || n || '@example.com', 'viewer', sha256(($2 || n)::bytea), $2,
         clock_timestamp() + interval '1 day'
       from generate_series(1, $3) as n`,
      [owner.accountId, owner.email, siteLimits.teamMembers],
    )
    const send = () => owner.call('invite', { body: { email: 'more@example.com', role: 'viewer' } })
    expectSiteError('TEAM_FULL', await send())
    for (let mail = 0; mail < 4; mail += 1) await send()
    expectSiteError('TOO_MANY_ATTEMPTS', await send())
  })
})

describe('a removed member', () => {
  it('works for their own account from the next request on, and an open page notices', async () => {
    const owner = await joinWebsite(site, { usd: '1' })
    const who = await addMember(owner, 'developer')
    const headers = { 'footnote-account': owner.accountId }
    expectSite('wallet', await who.call('wallet', { headers }))
    expectSite('remove_member', await remove(owner, who))
    expectSiteError('ACCOUNT_CHANGED', await who.call('wallet', { headers }))
    const body = { query: 'q' }
    expectSiteError('ACCOUNT_CHANGED', await who.call('run_answer', { headers, body }))
    expect(await accountOf(who)).toMatchObject({
      account_id: who.accountId,
      role: 'owner',
      accounts: [{ account_id: who.accountId }],
    })
    const back = await who.call('switch_account', { body: { account_id: owner.accountId } })
    expectSiteError('NOT_FOUND', back)
    expect((await site.readMail(who.email))?.subject).toBe('You were removed from an account')
  })

  it('has a running call end and paid by the team as usual', async () => {
    const owner = await joinWebsite(site, { usd: '1' })
    const who = await addMember(owner, 'developer')
    const held = holdCalls(upstream)
    const { events } = await runFromPage(site.url, 'run_answer', {
      cookie: who.cookie,
      body: { query: 'q' },
    })
    await held.arrived
    expectSite('remove_member', await remove(owner, who))
    held.release()
    expect(await events.rest()).toMatchObject([{ event: 'result' }])
    upstream.handler = answerWell
    expect((await readLedger(site.database, owner.accountId)).charges).toMatchObject([captured])
  })

  it('loses the keys that they created only if the owner says so, and nobody else loses one', async () => {
    const owner = await joinWebsite(site, { usd: '1' })
    const [first, second] = [
      await addMember(owner, 'developer'),
      await addMember(owner, 'developer'),
    ]
    const create = async (who: TestMember, name: string): Promise<string> =>
      (await who.call('create_key', { body: { name } })).body.key
    const keys = [
      await create(owner, 'of the owner'),
      await create(first, 'of the first'),
      await create(second, 'of the second'),
    ]
    const statuses = () =>
      Promise.all(keys.map(async key => (await get(`${site.url}/api/v1/wallet`, key)).status))
    const [, listed] = (await owner.call('team')).body.members
    expect(listed).toMatchObject({ email: first.email, role: 'developer', keys: 1, is_you: false })
    await remove(owner, first, false)
    expect(await statuses()).toEqual([200, 200, 200])
    await remove(owner, second, true)
    const active = (await owner.call('keys')).body.keys
      .filter((key: { revoked_at: unknown }) => key.revoked_at === null)
      .map(({ name }: { name: string }) => name)
    expect(active.sort()).toEqual(['of the first', 'of the owner'])
  })

  it.each(['removed', 'a viewer'])('who is %s now has apps without access', async change => {
    const owner = await joinWebsite(site, { usd: '1' })
    const who = await addMember(owner, 'developer')
    const agent = createOAuthAgent(site.url, { isModern: true })
    const consent = await fetch(await agent.begin(), {
      redirect: 'manual',
      headers: { cookie: who.cookie },
    })
    const page = new URL(consent.headers.get('location') ?? '', site.url)
    const query = page.searchParams.get('request') ?? ''
    const { body } = await who.call('accept_connection', { body: { query, month_cap_cents: 100 } })
    await agent.finish(new URL(body.url))
    const token = agent.tokens?.access_token ?? ''
    const ping = async () => {
      const reply = await fetch(`${site.url}/mcp`, {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      })
      return reply.status
    }
    expect((await owner.call('keys')).body.keys).toMatchObject([{ kind: 'grant' }])
    expect((await who.call('keys')).body.keys).toMatchObject([{ kind: 'grant' }])
    const isKnown = (status: number) => status !== 401
    expect(isKnown(await ping())).toBe(true)
    if (change === 'removed') await remove(owner, who)
    else {
      const params = { user_id: await userIdOf(who) }
      await owner.call('set_role', { params, body: { role: 'viewer' } })
      // The grant of the account is still there, but no new code leads a viewer to it.
      const again = await fetch(await createOAuthAgent(site.url, { isModern: true }).begin(), {
        redirect: 'manual',
        headers: { cookie: who.cookie },
      })
      expect(again.headers.get('location')).not.toContain('code=')
    }
    expect(isKnown(await ping())).toBe(false)
  })
})

it('a session works for one account, and switching changes no other session', async () => {
  const owner = await joinWebsite(site)
  const who = await addMember(owner, 'viewer')
  const { email, password } = who
  const elsewhere = await callSite(site.url, 'sign_in', { body: { email, password } })
  const cookie = elsewhere.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  const other = await callSite(site.url, 'session', { cookie })
  expect(other.body.account).toMatchObject({ account_id: who.accountId, role: 'owner' })
  const switched = await who.call('switch_account', { body: { account_id: who.accountId } })
  expectSite('switch_account', switched)
  expect(await accountOf(who)).toMatchObject({ account_id: who.accountId, role: 'owner' })
  const foreign = await joinWebsite(site)
  const intrusion = await who.call('switch_account', { body: { account_id: foreign.accountId } })
  expectSiteError('NOT_FOUND', intrusion)
})

describe('a new owner', () => {
  const transfer = async (owner: TestMember, who: TestMember, { password } = owner) =>
    owner.call('transfer_ownership', {
      params: { user_id: await userIdOf(who) },
      body: { password },
    })

  it('has the account, and the former one is a developer without a saved card', async () => {
    const owner = await joinWebsite(site, { usd: '10' })
    const who = await addMember(owner, 'viewer')
    const { accountId } = owner
    await site.database.query(
      `insert into saved_card values ($1::uuid, $1::text, 'pm_1', true, 'visa', '4242', 12, 2040)`,
      [accountId],
    )
    expectSiteError('WRONG_PASSWORD', await transfer(owner, who, { ...owner, password: 'x' }))
    expectSite('transfer_ownership', await transfer(owner, who))

    expect(await accountOf(who)).toMatchObject({ account_id: accountId, role: 'owner' })
    expect((await who.call('wallet')).body.balance_units).toBe(100_000_000)
    expect(await accountOf(owner)).toMatchObject({
      account_id: accountId,
      role: 'developer',
      accounts: [
        { account_id: who.accountId, owner_email: owner.email, role: 'owner' },
        { account_id: accountId, owner_email: who.email, role: 'developer' },
      ],
    })
    const { rows } = await site.database.query(
      `select (select count(*)::int from saved_card where account_id = $1) as cards,
         (select count(*)::int from customer_removal where customer_ref = $1::text) as removals`,
      [accountId],
    )
    expect(rows).toEqual([{ cards: 0, removals: 1 }])
    expect((await actionsOf(who))[0]).toMatchObject({
      ...{ actor: owner.email, kind: 'ownership_transferred', subject: `to ${who.email}` },
    })
    const subjects = [owner, who].map(async ({ email }) => (await site.readMail(email))?.subject)
    expect(await Promise.all(subjects)).toEqual([
      `${who.email} now owns your account`,
      'You are now the owner of an account',
    ])

    expectSite('transfer_ownership', await transfer(who, owner))
    expect(await accountOf(owner)).toMatchObject({ account_id: accountId, role: 'owner' })
  })

  it('is one member, whose own account was never used, of an account that is no admin’s', async () => {
    const owner = await joinWebsite(site)
    const [one, other] = [await addMember(owner, 'viewer'), await addMember(owner, 'viewer')]
    const used = await joinWebsite(site, { usd: '1' })
    await accept(used, await invite(owner, used.email, 'developer'))
    expectSiteError('TRANSFER_REFUSED', await transfer(owner, used))
    expectSiteError('NOT_FOUND', await transfer(owner, owner))
    const setOperator = (isOperator: boolean) =>
      site.database.query('update account set is_operator = $2 where id = $1', [
        owner.accountId,
        isOperator,
      ])
    await setOperator(true)
    expectSiteError('TRANSFER_REFUSED', await transfer(owner, one))
    await setOperator(false)
    expect((await owner.call('team')).body.members).toHaveLength(4)

    const both = await Promise.all([transfer(owner, one), transfer(owner, other)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const roles = (await owner.call('team')).body.members.map(({ role }: { role: Role }) => role)
    expect(roles.sort()).toEqual(['developer', 'developer', 'owner', 'viewer'])
  })
})

it('an owner is no member to change, remove or leave', async () => {
  const owner = await joinWebsite(site)
  const params = { user_id: await userIdOf(owner) }
  expectSiteError('NOT_FOUND', await owner.call('set_role', { params, body: { role: 'viewer' } }))
  expectSiteError('NOT_FOUND', await remove(owner, owner))
  expectSiteError('NOT_FOUND', await owner.call('leave_team'))
})

describe('closing', () => {
  const close = (who: TestMember) =>
    who.call('close_account', { body: { password: who.password, balance_units: 0 } })

  it('an account ends its memberships and invitations', async () => {
    const owner = await joinWebsite(site)
    const who = await addMember(owner, 'developer')
    const guest = await joinWebsite(site)
    const token = await invite(owner, guest.email, 'viewer')
    expectSite('close_account', await close(owner))
    expect(await accountOf(who)).toMatchObject({ account_id: who.accountId, role: 'owner' })
    expectSiteError('INVITATION_INVALID', await accept(guest, token))
    const { rows } = await site.database.query('select from account_action where account_id = $1', [
      owner.accountId,
    ])
    expect(rows).toEqual([])
  })

  it('the own account of a member ends the membership, which the team sees', async () => {
    const owner = await joinWebsite(site)
    const who = await addMember(owner, 'viewer')
    expectSiteError('ROLE_TOO_LOW', await close(who))
    await who.call('switch_account', { body: { account_id: who.accountId } })
    expectSite('close_account', await close(who))
    expect((await owner.call('team')).body.members).toHaveLength(1)
    expect((await actionsOf(owner))[0]).toMatchObject({ kind: 'left', actor: who.email })
  })
})

describe('the history of an account', () => {
  it('names who did what, without what a webhook’s path or a key may keep secret', async () => {
    const owner = await joinWebsite(site, { usd: '1' })
    const who = await addMember(owner, 'developer')
    const choice = { kind: 'key_created', is_on: false }
    expectSite('set_mail_choice', await owner.call('set_mail_choice', { body: choice }))
    const choices = await owner.call('mail_choices')
    expectSite('mail_choices', choices)
    expect(choices.body).toEqual({ off: ['key_created'] })
    const made = await who.call('create_key', { body: { name: 'laptop' } })
    const params = { key_id: made.body.key_id }
    const url = 'https://example.com/secret-path'
    const hook = await post(`${site.url}/api/v1/webhooks`, made.body.key, {
      url,
      events: ['task.completed'],
    })
    expect(hook.status).toBe(201)
    const webhook = { webhook_id: hook.body.webhook_id }
    await who.call('update_webhook', { params: webhook, body: { is_on: false } })
    await who.call('rotate_webhook', { params: webhook })
    await who.call('delete_webhook', { params: webhook })
    const limits = {
      ...{ day_cap_cents: 100, month_cap_cents: null, tools: null },
      ...{ calls_per_minute: null, expires_on: null },
    }
    await who.call('set_key_limits', { params, body: limits })
    await who.call('revoke_key', { params })
    await owner.call('set_notice', { body: { below_cents: 500 } })
    await owner.call('set_billing', { body: { name: 'Ada', address: '', tax_id: '' } })
    await owner.call('set_role', {
      params: { user_id: await userIdOf(who) },
      body: { role: 'viewer' },
    })
    expectSite('leave_team', await who.call('leave_team'))
    expect((await site.readMail(owner.email))?.subject).toBe(`${who.email} left your account`)

    const reply = await owner.call('account_actions')
    expectSite('account_actions', reply)
    const lines = reply.body.actions.map(
      ({ actor, kind, subject }: Record<string, string>) => `${actor} ${kind} ${subject}`,
    )
    expect(lines).toEqual([
      `${who.email} left null`,
      `${owner.email} role_changed ${who.email} is now a viewer`,
      `${owner.email} billing_details_changed null`,
      `${owner.email} low_balance_notice_changed null`,
      `${who.email} key_revoked laptop`,
      `${who.email} key_limits_changed laptop`,
      `${who.email} webhook_deleted example.com`,
      `${who.email} webhook_secret_rotated example.com`,
      `${who.email} webhook_changed example.com`,
      'API key laptop webhook_created example.com',
      `${who.email} key_created laptop`,
      `${owner.email} mail_choice_changed null`,
      `${who.email} joined as a developer`,
      `${owner.email} invited ${who.email} as a developer`,
    ])
    expect(JSON.stringify(reply.body)).not.toMatch(/secret-path|fn_/)
  })

  it('is shown in pages, kept for a year, and never changed', async () => {
    const owner = await joinWebsite(site)
    const count = siteLimits.accountActionsPerPage + 1
    await site.database.query(
      `insert into account_action (id, account_id, actor, kind, created_at)
       select uuidv7(), $1, 'ada', $2, clock_timestamp() - $4 * interval '1 day'
       from generate_series(1, $3)`,
      [owner.accountId, ACCOUNT_ACTION_KINDS[0], count, siteLimits.accountActionDays - 1],
    )
    const first = (await owner.call('account_actions')).body
    expect(first.actions).toHaveLength(count - 1)
    const { body } = await owner.call('account_actions', { query: { before: first.before } })
    expect(body).toMatchObject({ actions: [{ actor: 'ada' }], before: null })
    const change = site.database.query(`update account_action set actor = 'bob'`)
    await expect(change).rejects.toThrow('refused')

    const mailer = { post: async () => {} }
    const team = createTeam({ database: site.database, mailer }, { origin: () => site.url })
    await team.tidy()
    expect(await actionsOf(owner)).toHaveLength(count - 1)
    await site.database.query('alter table account_action disable trigger user')
    await site.database.query(
      `update account_action set created_at = created_at - interval '2 days' where account_id = $1`,
      [owner.accountId],
    )
    await site.database.query('alter table account_action enable trigger user')
    await team.tidy()
    expect(await actionsOf(owner)).toEqual([])
  })
})
