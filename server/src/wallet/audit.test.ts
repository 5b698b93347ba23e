import { randomUUIDv7 } from 'node:crypto'
import { connectAlone } from '@footnote/platform/database/connect'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditAllNew } from '../testing/scenes/audit-all-new.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { insertPastCalls } from '../testing/scenes/past-calls.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { withAuditConnection } from './audit/audit-connection.ts'
import { auditNew } from './audit/audit-new.ts'
import type { Violation } from './audit/violation.ts'
import { auditDatabase, auditRecent } from './audit.ts'
import { createDebit } from './debit.ts'
import { createSettle } from './settle.ts'

const SUMS = 'the audit’s sums are those of the movements'

let test: TestDatabase
beforeEach(async () => {
  test = await createTestDatabase()
})
afterEach(() => test.drop())

const auditOnlyNew = () => withAuditConnection(test.connection, {}, auditNew)

const rulesOf = (violations: readonly { rule: string }[] | undefined) =>
  new Set(violations?.map(({ rule }) => rule))

/** An account that pays for calls. */
async function createSpender() {
  const { accountId } = await createPayer(test.database, '10')
  const debit = createDebit(test.database)
  const settle = createSettle(test.database)
  return {
    accountId,
    async spend(outcome: 'captured' | 'refunded' = 'captured'): Promise<string> {
      const chargeId = randomUUIDv7()
      await debit({
        ...{ chargeId, accountId, keyId: null, tool: 'answer', effort: null, costUnits: 7n },
        ...{ holdMs: 60_000, instanceId: randomUUIDv7() },
      })
      await settle(
        outcome === 'captured'
          ? { chargeId, accountId, outcome }
          : { chargeId, accountId, outcome, cause: 'upstream_failed' },
      )
      return chargeId
    },
  }
}

/** Changes rows that no function changes. */
async function tamper(statement: string, values: unknown[] = []): Promise<void> {
  await test.database.query('alter table movement disable trigger user')
  const { rowCount } = await test.database.query(statement, values)
  expect(rowCount).toBeGreaterThan(0)
  await test.database.query('alter table movement enable trigger user')
}

describe('the audit of what is new', () => {
  it('has every movement in its sums after a while, and the sums are right', async () => {
    const { spend } = await createSpender()
    await spend()
    await spend('refunded')
    expect(await auditRecent(test.connection)).toEqual([])
    await spend()
    expect(await auditRecent(test.connection)).toEqual([])
    await auditAllNew(test)
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('stays right while money moves and several audits run at once', async () => {
    const spenders = await Promise.all([createSpender(), createSpender(), createSpender()])
    const spending = spenders.map(async ({ spend }) => {
      for (const outcome of ['captured', 'refunded', 'captured', 'captured'] as const)
        await spend(outcome)
    })
    const audits = [1, 2, 3].map(() => auditRecent(test.connection))
    expect(await Promise.all(audits)).toEqual([[], [], []])
    await Promise.all(spending)
    await auditAllNew(test)
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('waits with its sums for an open transaction, and misses nothing of it', async () => {
    const [slow, quick] = [await createSpender(), await createSpender()]
    const client = await connectAlone(test.connection)
    await client.query('begin')
    await client.query('select from wallet where account_id = $1 for update', [slow.accountId])
    await client.query(
      `with credited as (
         update wallet set balance_units = balance_units + 5 where account_id = $1
         returning balance_units
       )
       insert into movement (account_id, source, target, units, balance_units, reason, reference,
         created_at)
       select $1, 'outside', 'wallet', 5, balance_units, 'slow', 'slow', clock_timestamp()
       from credited`,
      [slow.accountId],
    )
    await quick.spend()
    for (const _ of [1, 2, 3]) expect(await auditRecent(test.connection)).toEqual([])
    await client.query('commit')
    await client.end()
    await auditAllNew(test)
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('works after a restore on a server that counts transactions anew', async () => {
    const { spend } = await createSpender()
    await test.database.query(`update audit_mark set next_xid = '999999999999'`)
    await spend()
    await auditAllNew(test)
  })

  it('finds a changed balance of any account', async () => {
    const { accountId, spend } = await createSpender()
    await spend()
    await auditAllNew(test)
    await tamper('update wallet set balance_units = balance_units + 1 where account_id = $1', [
      accountId,
    ])
    expect(rulesOf(await auditOnlyNew())).toEqual(
      new Set([
        'a balance equals the sum of its movements',
        'what came in, and what is owed, is in balances, held or captured',
      ]),
    )
  })

  it('finds a charge that was made or settled without money', async () => {
    const { accountId, spend } = await createSpender()
    const chargeId = await spend()
    await auditAllNew(test)
    await test.database.query(
      `insert into charge (id, account_id, tool, cost_units, created_at, deadline_at)
       values ($1, $2, 'answer', 7, now(), now())`,
      [randomUUIDv7(), accountId],
    )
    await tamper(
      `update charge set state = 'refunded', refund_cause = 'upstream_failed', settled_at = now()
       where id = $1`,
      [chargeId],
    )
    const rule = 'a charge has moved exactly what its state says'
    expect(await auditOnlyNew()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ rule, detail: 'held of 7 after nothing' }),
        expect.objectContaining({ rule, subject: chargeId }),
      ]),
    )
  })
})

describe('with 20,000 calls in the past', () => {
  let accountIds: string[]
  beforeEach(async () => {
    const past = { at: '2026-01-05 00:00Z', accounts: 400, callsEach: 50 }
    accountIds = await insertPastCalls(test.database, past)
    await test.database.query('vacuum analyze movement')
    await auditAllNew(test)
  })

  /** Ends all other connections, since each reports what it read at its end at the latest. */
  async function endOthers(): Promise<void> {
    const others = `from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`
    await expect
      .poll(async () => {
        const { rows } = await test.database.query<{ left: number }>(
          `select count(pg_terminate_backend(pid))::integer as left, pg_stat_force_next_flush() ${others}`,
        )
        return rows[0]?.left
      })
      .toBe(0)
  }

  /** Counts the movements read by connections that have ended, and by this one. */
  async function countRead(): Promise<{ old: number; new: number }> {
    const { rows } = await test.database.query(
      `select (sum(read) filter (where relname = 'movement_before'))::integer as old,
         (sum(read) filter (where relname ~ '^movement_[0-9]'))::integer as new
       from pg_stat_all_tables cross join lateral (
         select seq_tup_read + coalesce(idx_tup_fetch, 0) as read
       ) as counted`,
    )
    return rows[0]
  }

  it('the audit of new rows reads a small part of them', async () => {
    const { spend } = await createSpender()
    for (let calls = 0; calls < 10; calls += 1) await spend()
    await endOthers()
    const before = await countRead()
    expect(before.old).toBeGreaterThan(80_000)
    expect(await auditOnlyNew()).toEqual([])
    await endOthers()
    const after = await countRead()
    expect(after.new).toBeGreaterThan(before.new)
    expect(after.old - before.old).toBeLessThan(20_000)
  })

  it('a change in them is found when their month is proven again, and by a full proof', async () => {
    const changes = [
      [
        'update movement set balance_units = 1 where account_id = $1 and balance_units = 999993',
        SUMS,
      ],
      // Charge and movements agree with each other.
      [
        `with cheaper as (
           update movement set units = 6
           where charge_id = (select id from charge where account_id = $1 limit 1)
           returning charge_id
         )
         update charge set cost_units = 6 where id in (select charge_id from cheaper)`,
        SUMS,
      ],
      [
        `delete from movement where target = 'captured'
           and charge_id = (select id from charge where account_id = $1 limit 1)`,
        'a charge has moved exactly what its state says',
      ],
      [`update task set state = 'failed' where account_id = $1`, 'a task ends with its charge'],
    ] as const
    for (const [index, [change]] of changes.entries()) await tamper(change, [accountIds[index]])
    expect(await auditOnlyNew()).toEqual([])
    const { rowCount: months } = await test.database.query(
      `select from pg_inherits where inhparent = 'movement'::regclass`,
    )
    const found: Violation[] = []
    for (let run = 0; run < (months ?? 0); run += 1)
      found.push(...(await auditRecent(test.connection)))
    expect(rulesOf(found)).toEqual(new Set(changes.map(([, rule]) => rule)))
    const subjects = found.filter(({ rule }) => rule === SUMS).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(accountIds.slice(0, 3).toSorted())
    const all = await auditDatabase(test.connection)
    expect(all).toEqual(expect.arrayContaining(found))
    // An operator who accepts the movements as they are starts the sums anew.
    await test.database.query('select restart_audit()')
    await auditOnlyNew()
    expect(rulesOf(await auditDatabase(test.connection))).not.toContain(SUMS)
  })
})
