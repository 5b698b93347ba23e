import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { priceOf } from '@footnote/contract/prices'
import { siteLimits } from '@footnote/contract/site/limits'
import { siteOperations } from '@footnote/contract/site/operations'
import type { SiteOperationName } from '@footnote/contract/site/paths'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callSite } from '../../testing/scenes/call-site.ts'
import { createPayer, type Payer } from '../../testing/scenes/create-payer.ts'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { joinWebsite, type TestMember } from '../../testing/scenes/join-website.ts'
import { makeOperator } from '../../testing/scenes/make-operator.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'
import { post, send } from '../../testing/scenes/test-service.ts'
import { AUDIT_RULES, auditDatabase } from '../../wallet/audit.ts'
import { createDebit } from '../../wallet/debit.ts'
import { createSettle } from '../../wallet/settle.ts'

const names = (Object.keys(siteOperations) as SiteOperationName[]).filter(
  name => siteOperations[name].audience === 'operator',
)
const QUESTION = 'a question that nobody else ever reads'
const UNITS = 10_000_000

let site: TestWebsite
let operator: TestMember
let member: TestMember
let payer: Payer
let keyId: string
beforeAll(async () => {
  site = await startWebsite()
  operator = await joinWebsite(site)
  member = await joinWebsite(site)
  await makeOperator(site.database, operator.accountId)
})
beforeEach(async () => {
  payer = await createPayer(site.database, '10')
  const { rows } = await site.database.query('select id from api_key where account_id = $1', [
    payer.accountId,
  ])
  keyId = rows[0]?.id
})
afterAll(async () => {
  expect(await auditDatabase(site.connection)).toEqual([])
  await site.close()
})

const newAction = (reason = 'because of a test') => ({ action_id: randomUUID(), reason })
const ask = (query = QUESTION) => post(`${site.url}/api/v1/answer`, payer.key, { query })
const ofPayer = () => ({ account_id: payer.accountId })
const adjust = (units: unknown, more: object = {}) =>
  operator.call('operator_adjust', {
    params: ofPayer(),
    body: { ...newAction(), units, ...more },
  })
const setState = (state: string) =>
  operator.call('operator_set_state', { params: ofPayer(), body: { ...newAction(), state } })
const account = async () =>
  (await operator.call('operator_account', { params: ofPayer() })).body.account

describe('the admin area is closed', () => {
  it.each(names)('to everybody else: %s', async name => {
    expectSiteError('SIGNED_OUT', await callSite(site.url, name))
    const isPost = siteOperations[name].method === 'POST'
    const refused = await member.call(name, isPost ? { body: 'nonsense' } : {})
    expectSiteError('NOT_FOUND', refused)
    // The same reply as for an unknown path.
    const unknown = await send(`${site.url}/site/operator/nothing`, {})
    expect({ ...refused.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
  })

  it('to an admin as soon as the role is withdrawn', async () => {
    const former = await joinWebsite(site)
    await makeOperator(site.database, former.accountId)
    expect((await former.call('session')).body.account.is_operator).toBe(true)
    expectSite('operator_overview', await former.call('operator_overview'))
    await makeOperator(site.database, former.accountId, { isOperator: false })
    expect((await former.call('session')).body.account.is_operator).toBe(false)
    for (const name of names) expectSiteError('NOT_FOUND', await former.call(name))
  })

  it('to the owner of a closed account, who signs up again without the role', async () => {
    const former = await joinWebsite(site)
    const { accountId, password } = former
    await makeOperator(site.database, accountId)
    const closed = await former.call('close_account', { body: { password, balance_units: 0 } })
    expectSite('close_account', closed)
    const { rows } = await site.database.query('select is_operator from account where id = $1', [
      accountId,
    ])
    expect(rows).toEqual([{ is_operator: false }])
  })
})

describe('an adjustment', () => {
  it('is shown to the admin, the owner and in the history', async () => {
    const action = newAction('for the outage')
    const reply = await adjust(5 * UNITS, action)
    expectSite('operator_adjust', reply)
    expect(reply.body.action).toEqual({
      ...action,
      kind: 'credit',
      operator: operator.email,
      account_id: payer.accountId,
      account_email: payer.email,
      subject: null,
      units: 5 * UNITS,
      created_at: expect.any(String),
    })
    expect((await adjust(5 * UNITS, action)).body).toEqual(reply.body)
    expectSite('operator_adjust', await adjust(-2 * UNITS))
    expect(await account()).toMatchObject({ balance_units: 13 * UNITS })
    const movements = await operator.call('operator_movements', { params: ofPayer() })
    expectSite('operator_movements', movements)
    expect(movements.body.movements.slice(0, 2)).toMatchObject([
      { kind: 'adjustment', units: -2 * UNITS },
      { kind: 'adjustment', units: 5 * UNITS, reason: action.reason },
    ])
    const actions = await operator.call('operator_actions')
    expectSite('operator_actions', actions)
    expect(actions.body.actions[1]).toEqual(reply.body.action)
  })

  it('of more than the balance gets 409, and a used id gets 400', async () => {
    expectSiteError('TOO_MUCH', await adjust(-11 * UNITS))
    const action = newAction()
    await adjust(1, action)
    const other = await adjust(2, action)
    expectSiteError('INVALID_REQUEST', other)
    expect(other.body.errors[0].path).toBe('/action_id')
    expect(await account()).toMatchObject({ balance_units: 10 * UNITS + 1 })
  })

  it.each([
    ['no amount', { units: 0 }, '/units'],
    ['half a unit', { units: 1.5 }, '/units'],
    ['more than a million dollars', { units: 10_000_000_000_001 }, '/units'],
    ['no reason', { reason: '' }, '/reason'],
    ['a reason of spaces', { reason: ' ' }, '/reason'],
    ['a reason of two lines', { reason: 'a\nb' }, '/reason'],
    ['half a character', { reason: '\ud800' }, '/reason'],
    ['too long a reason', { reason: 'x'.repeat(siteLimits.reasonCharacters + 1) }, '/reason'],
    ['an id that is none', { action_id: 'x' }, '/action_id'],
  ])('with %s gets 400', async (_what, wrong, path) => {
    const reply = await adjust(1, wrong)
    expectSiteError('INVALID_REQUEST', reply)
    expect(reply.body.errors[0].path).toBe(path)
    expect(await account()).toMatchObject({ balance_units: 10 * UNITS })
  })
})

it('a frozen account spends nothing until the freeze is lifted', async () => {
  expectSite('operator_set_state', await setState('frozen'))
  expect((await ask()).status).toBe(402)
  expect(await account()).toMatchObject({ state: 'frozen', freeze_reason: 'operator' })
  expectSiteError('STATE_UNCHANGED', await setState('frozen'))
  expectSite('operator_set_state', await setState('active'))
  expect((await ask()).status).toBe(200)
})

it('a revoked key never spends, not even while the service has it cached', async () => {
  expect((await ask()).status).toBe(200)
  const revoke = () =>
    operator.call('operator_revoke_key', { params: { key_id: keyId }, body: newAction() })
  expectSite('operator_revoke_key', await revoke())
  expect((await ask()).status).toBe(401)
  expectSiteError('STATE_UNCHANGED', await revoke())
  const { body } = await operator.call('operator_account', { params: ofPayer() })
  expect(body.keys).toMatchObject([{ key_id: keyId, revoked_at: expect.any(String) }])
})

describe('an unknown id is not found', () => {
  it.each(names.filter(name => siteOperations[name].path.includes('{')))('%s', async name => {
    const parameter = /\{(\w+)\}/.exec(siteOperations[name].path)?.[1] ?? ''
    const bodies: Partial<Record<SiteOperationName, object>> = {
      operator_adjust: { ...newAction(), units: 1 },
      operator_set_state: { ...newAction(), state: 'frozen' },
    }
    for (const id of [randomUUID(), 'x', '%00', 'A'.repeat(1_000)]) {
      const isPost = siteOperations[name].method === 'POST'
      const reply = await operator.call(name, {
        params: { [parameter]: id },
        ...(isPost && { body: bodies[name] ?? newAction() }),
      })
      expectSiteError('NOT_FOUND', reply)
    }
  })
})

describe('accounts are found', () => {
  const search = async (text: string) => {
    const reply = await operator.call('operator_accounts', { body: { search: text } })
    expectSite('operator_accounts', reply)
    return reply.body.accounts.map(({ email }: { email: string }) => email)
  }

  it('by part of the address in any letter case, without wildcards', async () => {
    const part = payer.email.slice(3, 20)
    expect(await search(part)).toEqual([payer.email])
    expect(await search(` ${part.toUpperCase()} `)).toEqual([payer.email])
    for (const pattern of ['%', '_', `${part[0]}%`, '\\', "'", '\0', `${part}?`]) {
      expect(await search(pattern), pattern).toEqual([])
    }
  })

  it('by the id of the account, a key, a call or a payment, and by the provider’s reference', async () => {
    const requestId = (await ask()).headers.get('x-request-id') ?? ''
    const paymentId = randomUUID()
    await site.database.query(
      `insert into payment
         (id, account_id, provider, is_test, asked_units, state, session_ref, intent_ref)
       values ($1, $2, 'stripe', true, 1, 'failed', $3, $4)`,
      [paymentId, payer.accountId, `cs_${paymentId}`, `pi_${paymentId}`],
    )
    const ids = [payer.accountId, keyId, requestId, paymentId]
    for (const id of [...ids, `cs_${paymentId}`, `pi_${paymentId}`]) {
      expect(await search(id), id).toEqual([payer.email])
    }
    expect(await search(randomUUID())).toEqual([])
  })

  it('all of them without a search, newest first', async () => {
    const { body } = await operator.call('operator_accounts', { body: { search: '' } })
    expect(body.accounts[0]).toMatchObject({
      email: payer.email,
      balance_units: 10 * UNITS,
      is_claimed: false,
      is_operator: false,
    })
    expect(body.is_cut).toBe(false)
  })
})

describe('money in transit', () => {
  let callId: string
  let taskId: string
  let accountId: string
  beforeEach(async () => {
    callId = randomUUIDv7()
    accountId = payer.accountId
    const { rows } = await site.database.query('select id from instance')
    const costUnits = 200_000n
    await createDebit(site.database)({
      ...{ chargeId: callId, accountId, keyId, costUnits, holdMs: 90_000 },
      ...{ tool: 'answer', effort: null, instanceId: rows[0]?.id },
    })
    const body = { input: QUESTION, research_effort: 'deep' }
    const submitted = await post(`${site.url}/api/v1/research`, payer.key, body)
    expect(submitted.status).toBe(202)
    taskId = submitted.body.task_id
  })

  it('is counted by age, and listed with the state of its task', async () => {
    const reply = await operator.call('operator_held')
    expectSite('operator_held', reply)
    const { ages, charges } = reply.body
    expect(ages.at(-1)).toEqual({ up_to_seconds: null, calls: 0, tasks: 0, units: 0 })
    expect(ages[0].calls).toBeGreaterThan(0)
    expect(ages[0].tasks).toBeGreaterThan(0)
    const listed = charges.filter((each: { email: string }) => each.email === payer.email)
    expect(listed).toMatchObject([
      { request_id: callId, tool: 'answer', effort: null, units: 200_000, task: null },
      { request_id: taskId, tool: 'research', effort: 'deep', task: { status: 'queued' } },
    ])
    await site.database.query(
      `update open_charge set created_at = created_at - interval '2 hours' where charge_id = $1`,
      [callId],
    )
    const later = (await operator.call('operator_held')).body
    expect(later.ages[3]).toMatchObject({ up_to_seconds: 21_600, calls: 1, units: 200_000 })
    expect(later.charges[0].request_id).toBe(callId)
    await createSettle(site.database)({ chargeId: callId, accountId, outcome: 'captured' })
  })

  it('and settled money add up in the overview', async () => {
    const before = (await operator.call('operator_overview')).body
    const settle = createSettle(site.database)
    await settle({ chargeId: callId, accountId, outcome: 'captured' })
    await settle({ chargeId: taskId, accountId, outcome: 'refunded', cause: 'upstream_failed' })
    const reply = await operator.call('operator_overview')
    expectSite('operator_overview', reply)
    const { body: after } = reply
    const taskUnits = Number(priceOf('research', 'deep').costUnits)
    expect(after.earned_units - before.earned_units).toBe(200_000)
    expect(after.refunded_units - before.refunded_units).toBe(taskUnits)
    expect(before.held_units - after.held_units).toBe(200_000 + taskUnits)
    expect(before.held_calls - after.held_calls).toBe(2)
    expect(after.overdue_calls).toBe(0)
    const { rows } = await site.database.query('select sum(balance_units) from wallet')
    expect(after.balance_units).toBe(Number(rows[0]?.sum))
    expect(after.accounts).toBeGreaterThan(2)
  })
})

describe('payments', () => {
  const list = async (show: string) => {
    const reply = await operator.call('operator_payments', { query: { show } })
    expectSite('operator_payments', reply)
    const all: { account_id: string; state: string }[] = reply.body.payments
    return all.filter(({ account_id }) => account_id === member.accountId)
  }

  it('of all accounts are listed by state, with how far the provider’s events were read', async () => {
    await member.call('recharge', { body: { amount_cents: 1_000 } })
    expect(await list('all')).toMatchObject([{ state: 'open', checked_at: null }])
    expect(await list('under_way')).toHaveLength(1)
    for (const show of ['returned', 'stray']) expect(await list(show)).toEqual([])
    await site.database.query(`update payment set has_stray_money = true where account_id = $1`, [
      member.accountId,
    ])
    expect(await list('stray')).toMatchObject([{ has_stray_money: true }])
    const nothing = { read_until: null, waiting: 0, waiting_since: null }
    const { reconciliation } = (await operator.call('operator_payments')).body
    expect(reconciliation).toEqual(nothing)
    await site.database.query(`
      insert into payment_cursor values ('test', now() - interval '1 day', now()), ('live', now(), now());
      insert into payment_subject values ('test', '{}'), ('live', '{}'), ('live', '{"a":1}')`)
    const read = (await operator.call('operator_payments')).body.reconciliation
    expect(read).toEqual({
      read_until: expect.any(String),
      waiting: 2,
      waiting_since: expect.any(String),
    })
    await site.database.query('delete from payment_subject; delete from payment_cursor')
  })

  it('of the test page are known here alone, so there is no provider to ask', async () => {
    const { body } = await member.call('recharge', { body: { amount_cents: 1_000 } })
    const params = { payment_id: body.payment_id }
    const reply = await operator.call('operator_check_payment', { params, body: newAction() })
    expectSiteError('STATE_UNCHANGED', reply)
  })
})

it('the health page covers this process and all others', async () => {
  const reply = await operator.call('operator_health')
  expectSite('operator_health', reply)
  expect(reply.body).toMatchObject({
    upstream: {
      name: 'embedded engine',
      is_embedded: true,
      accepts_calls: true,
      refusal_ms: null,
      calls_in_flight: 0,
    },
    engine: { is_running: true, restarts: 0 },
    instances: [{ is_alive: true, is_this: true, costs_money: false }],
    database: { version: expect.stringMatching(/^18/) },
  })
  expect(reply.body.database.size_bytes).toBeGreaterThan(1_000_000)
  expect(reply.body.mail.waiting).toBeGreaterThan(1)
})

describe('refunds and their causes', () => {
  it.each(['1', '7', '90'])('are reported for %s days', async days => {
    expectSite('operator_refunds', await operator.call('operator_refunds', { query: { days } }))
  })
  it.each(['0', '91', '', 'x'])('are refused for "%s" days', async days => {
    const reply = await operator.call('operator_refunds', { query: { days } })
    expectSiteError('INVALID_REQUEST', reply)
  })
})

it('a start runs no audit, which the schedule does', async () => {
  const { audits } = (await operator.call('operator_audits')).body
  expect(audits.filter(({ cause }: { cause: string }) => cause === 'service')).toEqual([])
})

it('an audit can be run at any time, and the history names who requested it', async () => {
  const action = newAction('end of the month')
  const reply = await operator.call('operator_run_audit', { body: action })
  expectSite('operator_run_audit', reply)
  expect(reply.body.audit).toMatchObject({
    audit_id: action.action_id,
    cause: 'operator',
    rules: AUDIT_RULES.length,
    violation_count: 0,
  })
  const again = await operator.call('operator_run_audit', { body: action })
  expect(again.body).toEqual(reply.body)
  const audits = await operator.call('operator_audits')
  expectSite('operator_audits', audits)
  expect(audits.body.audits[0]).toEqual(reply.body.audit)
  const { body } = await operator.call('operator_actions')
  expect(body.actions[0]).toMatchObject({ ...action, kind: 'run_audit', account_id: null })
})

it('shows no question anywhere', async () => {
  await ask()
  const shown = []
  for (const name of names.filter(each => siteOperations[each].method === 'GET')) {
    const reply = await operator.call(name, { params: ofPayer() })
    expectSite(name, reply)
    shown.push(JSON.stringify(reply.body))
  }
  const accounts = await operator.call('operator_accounts', { body: { search: '' } })
  expectSite('operator_accounts', accounts)
  shown.push(JSON.stringify(accounts.body))
  expect(shown.join()).toContain('"tool":"answer"')
  expect(shown.join()).not.toContain(QUESTION)
})
