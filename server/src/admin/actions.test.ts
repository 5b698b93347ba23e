import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { siteLimits } from '@footnote/contract/site/limits'
import { MAX_UNITS } from '@footnote/contract/units'
import { connect, connectAlone } from '@footnote/platform/database/connect'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { closeAccount } from '../accounts/accounts.ts'
import { createAuthenticator } from '../keys/authenticator.ts'
import { listKeys } from '../keys/keys.ts'
import { auditAllNew } from '../testing/scenes/audit-all-new.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { insertPastCalls } from '../testing/scenes/past-calls.ts'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../testing/scenes/payment-scene.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { listMovements } from '../wallet/list-movements.ts'
import { actionRow, adjustWallet, COMMAND_LINE, revokeKey, setAccountState } from './actions.ts'
import { claimAudit, listAudits } from './audit-runs.ts'
import { listActions, readAction } from './list-actions.ts'
import { createRunAudit, type RunAudit } from './run-audit.ts'

let scene: PaymentScene
let runAudit: RunAudit
beforeAll(async () => {
  scene = await openPaymentScene()
  runAudit = createRunAudit(scene)
})
afterAll(async () => {
  expect(await auditDatabase(scene.connection)).toEqual([])
  await scene.close()
})

const newAction = (reason = 'goodwill') => ({
  actionId: randomUUID(),
  operator: COMMAND_LINE,
  reason,
})
const cents = (amount: number) => BigInt(amount * UNITS_PER_CENT)
const adjust = (accountId: string, amount: number, action = newAction()) =>
  adjustWallet(scene.database, action, { accountId, units: cents(amount) })
const set = (accountId: string, state: 'active' | 'frozen') =>
  setAccountState(scene.database, newAction(), { accountId, state })
const balanceOf = async (accountId: string) =>
  (await scene.wallet(accountId)).balance_units / UNITS_PER_CENT
const actionsOf = async (accountId: string) =>
  (await listActions(scene.database, { accountId, most: 100 })).actions
const movementsOf = async (accountId: string) =>
  (await listMovements(scene.database, { accountId })).movements

describe('an adjustment', () => {
  it('records its reason in the ledger, the balance and the actions, for credits and debits', async () => {
    const accountId = await scene.createAccount()
    const credit = newAction('for the outage')
    expect(await adjust(accountId, 500, credit)).toBe('done')
    const debit = newAction('credited to the wrong account')
    expect(await adjust(accountId, -200, debit)).toBe('done')
    expect(await balanceOf(accountId)).toBe(300)
    expect(await movementsOf(accountId)).toMatchObject([
      { kind: 'adjustment', units: -200 * UNITS_PER_CENT, reason: debit.reason },
      { kind: 'adjustment', units: 500 * UNITS_PER_CENT, reason: credit.reason },
    ])
    expect(await actionsOf(accountId)).toMatchObject([
      { action_id: debit.actionId, kind: 'debit', units: -200 * UNITS_PER_CENT },
      { action_id: credit.actionId, kind: 'credit', operator: 'command line', subject: null },
    ])
  })

  it('happens once when it is sent many times at once', async () => {
    const accountId = await scene.createAccount()
    for (const amount of [100, -30]) {
      const action = newAction()
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => adjust(accountId, amount, action)),
      )
      expect(outcomes).toEqual(Array(8).fill('done'))
      expect(await adjust(accountId, amount, action)).toBe('done')
    }
    expect(await balanceOf(accountId)).toBe(70)
    expect(await movementsOf(accountId)).toHaveLength(2)
    expect(await actionsOf(accountId)).toHaveLength(2)
  })

  it('reserves its id, which no other action can use', async () => {
    const [accountId, other] = [await scene.createAccount(), await scene.createAccount()]
    const action = newAction()
    await adjust(accountId, 100, action)
    expect(await adjust(accountId, 101, action)).toBe('another')
    expect(await adjust(accountId, -100, action)).toBe('another')
    expect(await adjust(other, 100, action)).toBe('another')
    expect(await adjust(accountId, 100, { ...action, reason: 'other' })).toBe('another')
    const operator = { accountId: other, name: 'other@example.com' }
    expect(await adjust(accountId, 100, { ...action, operator })).toBe('another')
    const frozen = await setAccountState(scene.database, action, { accountId, state: 'frozen' })
    expect(frozen).toBe('another')
    expect([await balanceOf(accountId), await balanceOf(other)]).toEqual([100, 0])
  })

  it('happens once when its reply is lost', async () => {
    const accountId = await scene.createAccount()
    const proxied = connect(scene.proxy.url)
    onTestFinished(() => proxied.end())
    const lost = scene.proxy.withholdReply('adjust_wallet')
    const sent = adjustWallet(proxied, newAction(), { accountId, units: cents(100) })
    ;(await lost).lose()
    expect(await sent).toBe('done')
    expect(await balanceOf(accountId)).toBe(100)
    expect(await movementsOf(accountId)).toHaveLength(1)
  })

  it('rolls back completely when it is interrupted', async () => {
    const accountId = await scene.createAccount()
    const action = { ...newAction(), operator: COMMAND_LINE }
    const client = await scene.database.connect()
    await client.query('begin')
    const { rows } = await client.query(
      `select adjust_wallet(row($1, 'credit', null, 'command line', $2, null, 5, 'x', null), 'y')
         as outcome`,
      [action.actionId, accountId],
    )
    expect(rows).toEqual([{ outcome: 'done' }])
    // Simulates a process that dies before the database has committed.
    client.release(true)
    expect(await balanceOf(accountId)).toBe(0)
    expect(await movementsOf(accountId)).toEqual([])
    expect(await actionsOf(accountId)).toEqual([])
    // The same action can be sent again.
    expect(await adjust(accountId, 5, action)).toBe('done')
  })

  it('refuses to debit more than the balance or to credit more than fits, and leaves no trace', async () => {
    const accountId = await scene.createAccount()
    await adjust(accountId, 100)
    expect(await adjust(accountId, -101)).toBe('too_much')
    const most = { accountId, units: MAX_UNITS }
    expect(await adjustWallet(scene.database, newAction(), most)).toBe('too_much')
    expect(await adjust(accountId, -100)).toBe('done')
    expect(await actionsOf(accountId)).toHaveLength(2)
    await expect(adjust(accountId, 0)).rejects.toThrow(RangeError)
  })

  it('is refused for a closed or unknown account', async () => {
    const accountId = await scene.createAccount()
    expect(await closeAccount(scene.database, { accountId, shownUnits: 0n })).toBe('closed')
    expect(await adjust(accountId, 100)).toBe('closed')
    expect(await set(accountId, 'frozen')).toBe('unchanged')
    expect(await adjust(randomUUID(), 100)).toBe('unknown')
    expect(await actionsOf(accountId)).toEqual([])
  })

  it('never leaves a negative balance when it races with debits', async () => {
    const accountId = await scene.createAccount()
    await adjust(accountId, 1_000)
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, place) =>
        place % 2 === 0 ? adjust(accountId, -300) : scene.spend(accountId, 300),
      ),
    )
    const taken = outcomes.filter(outcome => ['done', 'admitted'].includes(outcome))
    expect(taken).toHaveLength(3)
    expect(await balanceOf(accountId)).toBe(100)
  })

  it('pays a debt first, which lifts the freeze for it', async () => {
    const accountId = await scene.createAccount()
    const { sessionId } = await scene.rechargePaid(accountId, 1_000)
    await scene.spend(accountId, 600)
    await scene.tell(scene.stripe.books.refund(sessionId, 1_000).event)
    expect(await scene.wallet(accountId)).toMatchObject({
      debt_units: 600 * UNITS_PER_CENT,
      account_state: 'frozen',
    })
    await adjust(accountId, 700)
    expect(await scene.wallet(accountId)).toMatchObject({
      balance_units: 100 * UNITS_PER_CENT,
      debt_units: 0,
      account_state: 'active',
    })
  })
})

describe('a freeze by an admin', () => {
  it('stops spending until an admin lifts it, whatever is paid meanwhile', async () => {
    const accountId = await scene.createAccount()
    await scene.rechargePaid(accountId)
    expect(await set(accountId, 'active')).toBe('unchanged')
    expect(await set(accountId, 'frozen')).toBe('done')
    expect(await set(accountId, 'frozen')).toBe('unchanged')
    expect(await scene.spend(accountId, 1)).toBe('account_frozen')
    await scene.rechargePaid(accountId)
    await adjust(accountId, 100)
    expect(await scene.spend(accountId, 1)).toBe('account_frozen')
    expect((await scene.wallet(accountId)).frozen_because).toContain('operator')
    expect(await set(accountId, 'active')).toBe('done')
    expect(await scene.spend(accountId, 1)).toBe('admitted')
    expect(await actionsOf(accountId)).toMatchObject([
      { kind: 'unfreeze' },
      { kind: 'credit' },
      { kind: 'freeze' },
    ])
  })

  it('is independent of a freeze for a debt or a dispute', async () => {
    const accountId = await scene.createAccount()
    const { sessionId } = await scene.rechargePaid(accountId, 1_000)
    const dispute = scene.stripe.books.dispute(sessionId, { amount: 1_000 })
    await scene.tell(dispute.event)
    expect(await set(accountId, 'active')).toBe('unchanged')
    expect(await set(accountId, 'frozen')).toBe('done')
    expect(await set(accountId, 'active')).toBe('done')
    expect((await scene.wallet(accountId)).frozen_because).toContain('disputed')
    expect(await auditDatabase(scene.connection)).toEqual([])

    expect(await set(accountId, 'frozen')).toBe('done')
    await scene.tell(scene.stripe.books.decideDispute(dispute.disputeId, 'won'))
    expect(await scene.wallet(accountId)).toMatchObject({
      account_state: 'frozen',
      balance_units: 1_000 * UNITS_PER_CENT,
    })
    expect(await set(accountId, 'active')).toBe('done')
    expect(await scene.spend(accountId, 1)).toBe('admitted')
  })
})

describe('a key that an admin revokes', () => {
  it('stops working, and is revoked once', async () => {
    const { accountId, key } = await createPayer(scene.database, '1')
    const [{ id: keyId } = { id: '' }] = await listKeys(scene.database, accountId)
    const action = newAction('leaked')
    const outcomes = await Promise.all(
      [action, action, newAction()].map(each => revokeKey(scene.database, each, { keyId })),
    )
    expect(outcomes.filter(outcome => outcome === 'unchanged')).not.toHaveLength(0)
    expect(await createAuthenticator(scene.database).authenticate(key)).toBeUndefined()
    expect(await actionsOf(accountId)).toMatchObject([{ kind: 'revoke_key', subject: keyId }])
    expect(await revokeKey(scene.database, newAction(), { keyId: randomUUID() })).toBe('unknown')
  })

  it('is revoked once when its account is closed at the same moment, and neither fails', async () => {
    const { accountId } = await createPayer(scene.database, '1')
    const [{ id: keyId } = { id: '' }] = await listKeys(scene.database, accountId)
    const lock = await holdLock(
      scene.connection,
      `select from api_key where id = '${keyId}' for no key update`,
    )
    const [revoking, closing] = await Promise.all([
      connectAlone(scene.connection),
      connectAlone(scene.connection),
    ])
    onTestFinished(async () => {
      await Promise.all([revoking.end(), closing.end()])
    })
    const revoked = revoking.query(
      'select revoke_key(jsonb_populate_record(null::operator_action, $1)) as outcome',
      [actionRow(newAction(), { kind: 'revoke_key', subject: keyId })],
    )
    await lock.somebodyWaits()
    const closed = closing.query('select close_account($1, $2) as outcome', [accountId, cents(100)])
    await waitFor('both to wait', async () => {
      const { rowCount } = await scene.database.query(
        `select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === 2
    })
    await lock.release()
    const outcomes = (await Promise.all([revoked, closed])).map(({ rows }) => rows[0]?.outcome)
    expect(outcomes).toEqual(['done', 'closed'])
  })
})

describe('actions', () => {
  it('cannot be changed or deleted', async () => {
    const accountId = await scene.createAccount()
    await adjust(accountId, 1)
    for (const statement of [
      `update operator_action set reason = 'better'`,
      'delete from operator_action',
      'truncate operator_action',
    ]) {
      await expect(scene.database.query(statement)).rejects.toThrow('is refused')
    }
  })

  it('are listed page by page, newest first, each exactly once', async () => {
    const all: string[] = []
    let before: string | null | undefined
    do {
      const page = await listActions(scene.database, {
        most: 7,
        ...(before && { before }),
      })
      all.push(...page.actions.map(({ action_id }) => action_id))
      before = page.before
    } while (before)
    const whole = await listActions(scene.database, { most: 1_000 })
    expect(all).toEqual(whole.actions.map(({ action_id }) => action_id))
    expect(new Set(all).size).toBe(all.length)
    expect(whole.before).toBeNull()
    expect(all.length).toBeGreaterThan(7)
    const [latest = ''] = all
    expect(await readAction(scene.database, latest)).toEqual(whole.actions[0])
  })
})

describe('audits', () => {
  const run = (action?: ReturnType<typeof newAction>) =>
    runAudit({ cause: action ? 'operator' : 'service', ...(action && { action }) })
  const list = () => listAudits(scene.database, { most: 50 })

  it('are stored; a repeated request runs one', async () => {
    await run()
    expect(await list()).toMatchObject([{ cause: 'service', violation_count: 0, violations: [] }])
    const action = newAction('monthly')
    expect(await Promise.all([run(action), run(action)])).toEqual(['done', 'done'])
    const [latest, ...rest] = await list()
    expect(latest).toMatchObject({ audit_id: action.actionId, cause: 'operator' })
    expect(rest).toHaveLength(1)
    expect(await readAction(scene.database, action.actionId)).toMatchObject({ kind: 'run_audit' })
  })

  it('store the first hundred violations, and are deleted after 400 days', async () => {
    await scene.database.query(
      `update audit_run set started_at = started_at - interval '401 days' where cause = 'service'`,
    )
    const count = siteLimits.operatorRows + 5
    await scene.database.query(
      `insert into account (id, email)
       select gen_random_uuid(), n || '@broken.example.com' from generate_series(1, $1) as n`,
      [count],
    )
    await run()
    const [latest, ...rest] = await list()
    expect(latest).toMatchObject({ violation_count: count })
    expect(latest?.violations).toHaveLength(100)
    expect(latest?.violations[0]).toMatchObject({
      rule: 'every account has a wallet',
      detail: 'no wallet',
    })
    expect(rest).toMatchObject([{ cause: 'operator' }])
    await scene.database.query(
      `insert into wallet (account_id) select id from account where email like '%@broken.example.com'`,
    )
  })

  it('prove all history after a violation, until none is found', async () => {
    const test = await createTestDatabase()
    const { database, connection, drop } = test
    onTestFinished(drop)
    const runThere = createRunAudit({ database, connection })
    const found = async () => {
      await runThere({ cause: 'service' })
      const [latest] = await listAudits(database, { most: 1 })
      return latest?.violations.map(({ rule }) => rule)
    }
    const past = { at: '2026-01-05 00:00Z', accounts: 1, callsEach: 10 }
    const [accountId] = await insertPastCalls(database, past)
    await auditAllNew(test)
    expect(await found()).toEqual([])
    await database.query(`update task set state = 'failed' where account_id = $1`, [accountId])
    // An old row, whose month is not due to be proven.
    expect(await found()).toEqual([])
    await database.query('update wallet set balance_units = balance_units + 1')
    expect(await found()).not.toEqual([])
    await database.query('update wallet set balance_units = balance_units - 1')
    const rule = 'a task ends with its charge'
    expect([await found(), await found()]).toEqual([[rule], [rule]])
    await database.query(`update task set state = 'completed' where account_id = $1`, [accountId])
    expect(await found()).toEqual([])
  })

  it('run on one instance at a time, an hour after the last', async () => {
    const claim = () => Promise.all([1, 2, 3, 4, 5].map(() => claimAudit(scene.database)))
    const NOBODY = [false, false, false, false, false]
    expect(await claim()).toEqual(NOBODY)
    await scene.database.query('update audit_turn set next_at = now()')
    expect((await claim()).toSorted()).toEqual([...NOBODY.slice(1), true])
    expect(await claim()).toEqual(NOBODY)
  })

  it('that end early prove nothing and are not stored', async () => {
    const before = await list()
    const signal = AbortSignal.abort()
    expect(await runAudit({ cause: 'service', signal })).toBeUndefined()
    expect(await list()).toEqual(before)
  })

  it('with a known id are not run again', async () => {
    const accountId = await scene.createAccount()
    const [done, another] = [newAction(), newAction()]
    await run(done)
    await adjust(accountId, 1, another)
    let audits = 0
    const count = () => {
      audits += 1
    }
    const again = (action: typeof done) => runAudit({ cause: 'operator', action, report: count })
    expect([await again(done), await again(another)]).toEqual(['done', 'another'])
    expect(audits).toBe(0)
  })

  it('run one at a time', async () => {
    let begun = 0
    const stream = () => {
      begun += 1
      return new Socket()
    }
    const runCounted = createRunAudit({ ...scene, connection: { ...scene.connection, stream } })
    const lock = await holdLock(scene.connection, 'lock table movement in access exclusive mode')
    const all = Promise.all(Array.from({ length: 3 }, () => runCounted({ cause: 'service' })))
    await lock.somebodyWaits()
    expect(begun).toBe(1)
    await lock.release()
    expect(await all).toEqual(['done', 'done', 'done'])
    expect(begun).toBe(3)
  })

  it('find an adjustment without its action, with another amount, and booked twice', async () => {
    const { database, connection, drop } = await createTestDatabase()
    onTestFinished(drop)
    const { accountId } = await createPayer(database, '1')
    const move = (actionId: string, units: number) =>
      database.query(
        `with moved as (
           update wallet set balance_units = balance_units + $3 where account_id = $1
           returning balance_units
         )
         insert into movement (account_id, source, target, units, balance_units, reason, reference,
           action_id, created_at)
         select $1, 'outside', 'wallet', $3, balance_units, 'x', gen_random_uuid(), $2, now()
         from moved`,
        [accountId, actionId, units],
      )
    const note = (actionId: string, units: number) =>
      database.query(
        `insert into operator_action (id, kind, operator, account_id, units, reason, created_at)
         values ($2, 'credit', 'command line', $1, $3, 'x', now())`,
        [accountId, actionId, units],
      )
    const [noted, unnoted] = [randomUUID(), randomUUID()]
    await note(noted, 3)
    await move(noted, 4)
    await move(unnoted, 5)
    await expect(move(noted, 3)).rejects.toThrow('movement_once_per_action')
    const rule = 'an operator’s adjustment has moved exactly what it says, and once'
    const violations = await auditDatabase(connection)
    expect(violations).toHaveLength(2)
    expect(violations).toEqual(
      expect.arrayContaining([
        { rule, subject: noted, detail: 'adjustment of 3 after outside>wallet 4' },
        { rule, subject: unnoted, detail: 'adjustment of nothing after outside>wallet 5' },
      ]),
    )
  })
})
