import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATIONS } from '../../database/migrations.ts'
import { auditAllNew } from '../../testing/scenes/audit-all-new.ts'
import { holdLock } from '../../testing/scenes/hold-lock.ts'
import { insertPastCalls, makePastMonths } from '../../testing/scenes/past-calls.ts'
import { createTestDatabase } from '../../testing/scenes/test-database.ts'
import { auditDatabase, auditRecent } from '../audit.ts'
import { creditWallet } from '../credit-wallet.ts'
import { listUsage } from '../list-usage.ts'
import { createSettle } from '../settle.ts'
import { archiveMonths } from './archive-months.ts'
import type { Manifest } from './export-month.ts'

const THIS_MONTH = new Date().toISOString().slice(0, 7).replace('-', '_')

let test: TestDatabase
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>
let accountIds: string[]
beforeEach(async () => {
  test = await createTestDatabase()
  folder = await makeTemporaryFolder()
  await makePastMonths(test.database, '2026-05')
  accountIds = []
  for (const at of ['2026-04-20 00:00Z', '2026-05-20 00:00Z', '2026-06-20 00:00Z'])
    accountIds.push(...(await insertPastCalls(test.database, { at, accounts: 2, callsEach: 20 })))
})
afterEach(async () => {
  await test.drop()
  await folder.remove()
})

async function archive(
  which: Parameters<typeof archiveMonths>[1]['which'],
  { isDryRun = false } = {},
): Promise<[month: string, manifest: Manifest | undefined][]> {
  const done: [string, Manifest | undefined][] = []
  await archiveMonths(test.connection, {
    ...{ which, isDryRun, to: folder.path },
    report: (month, manifest) => done.push([month, manifest]),
  })
  return done
}

async function readRows(month: string, name: string): Promise<Record<string, unknown>[]> {
  const text = gunzipSync(await readFile(join(folder.path, month, name))).toString()
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
}

async function listCharges(month: string): Promise<unknown> {
  const { rows } = await test.database.query(
    `select json_agg(charge order by id) as charges from charge_${month} as charge`,
  )
  return rows[0].charges
}

const count = async (from: string) => {
  const { rows } = await test.database.query(`select count(*)::integer as count from ${from}`)
  return rows[0].count
}

async function expectRightBooks(): Promise<void> {
  await auditAllNew(test)
  expect(await auditRecent(test.connection)).toEqual([])
  expect(await auditDatabase(test.connection)).toEqual([])
}

describe('a month', () => {
  it('goes to files completely, and the books stay right without it', async () => {
    const before = await listCharges('2026_05')
    const [[month, manifest] = []] = await archive({ month: '2026_05' })
    expect([month, manifest?.files.map(({ rows }) => rows)]).toEqual(['2026_05', [40, 80, 4, 2]])
    expect(manifest?.schema).toBe((await readdir(MIGRATIONS)).toSorted().at(-1))
    for (const { name, bytes, sha256 } of manifest?.files ?? []) {
      const file = await readFile(join(folder.path, '2026-05', name))
      expect([file.length, createHash('sha256').update(file).digest('hex')]).toEqual([
        bytes,
        sha256,
      ])
    }
    expect(JSON.parse(await readFile(join(folder.path, '2026-05/manifest.json'), 'utf8'))).toEqual(
      manifest,
    )
    const byId = (one: Record<string, unknown>, other: Record<string, unknown>) =>
      String(one['id']) < String(other['id']) ? -1 : 1
    expect((await readRows('2026-05', 'charges.jsonl.gz')).toSorted(byId)).toEqual(before)
    expect(await count(`pg_class where relname ~ '^(charge|movement)_2026_05'`)).toBe(0)
    expect(await count('task')).toBe(8)

    await expectRightBooks()
    const accountId = accountIds[2] ?? ''
    expect((await listUsage(test.database, accountId)).calls).toEqual([])
    const credit = { accountId, units: 5n, reason: 'test', reference: 'later' }
    expect(await creditWallet(test.database, credit)).toBe(1_000_000n - 140n + 5n)
    await expectRightBooks()
    await test.database.query('select restart_audit()')
    await expectRightBooks()
  })

  it('takes the ids along that callers chose for its calls', async () => {
    await test.database.query(
      `insert into request_name
       select account_id, id, id from charge where account_id = any($1)`,
      [accountIds.slice(2)],
    )
    await archive({ month: '2026_05' })
    const { rows } = await test.database.query(
      'select distinct account_id as id from request_name order by account_id',
    )
    expect(rows.map(({ id }) => id)).toEqual(accountIds.slice(4).toSorted())
    expect(await count('request_name')).toBe(40)
  })

  it('still counts once archived: a later change of a balance is found', async () => {
    await archive({ before: '2026-07' })
    await test.database.query(
      'update wallet set balance_units = balance_units - 1 where account_id = $1',
      [accountIds[0]],
    )
    const rule = 'a balance equals the sum of its movements'
    for (const audit of [auditRecent, auditDatabase])
      expect(await audit(test.connection)).toContainEqual({
        rule,
        subject: accountIds[0],
        detail: 'balance 999859, movements 999860',
      })
  })

  it('goes with all before it if requested, rows older than any month first', async () => {
    const planned = await archive({ before: '2026-06' }, { isDryRun: true })
    expect(planned).toEqual([
      ['before', undefined],
      ['2026_05', undefined],
    ])
    expect(await readdir(folder.path)).toEqual([])
    const done = await archive({ before: '2026-06' })
    expect(done.map(([month]) => month)).toEqual(['before', '2026_05'])
    expect(await count('charge')).toBe(40)
    await expectRightBooks()
    expect(await archive({ before: '2026-06' })).toEqual([])
  })
})

describe('is refused, and nothing is lost,', () => {
  afterEach(async () => expect(await count('charge')).toBe(120))

  it.each([
    ['of a month that is not over for a month', THIS_MONTH, /a month after its end/],
    ['of a month that is not there', '2025_01', 'there is no month 2025_01'],
  ])('%s', async (_, month, message) => {
    await expect(archive({ month })).rejects.toThrow(message)
  })

  it('while one of its charges is open', async () => {
    await test.database.query(
      `insert into open_charge (charge_id, account_id, cost_units, created_at, deadline_at, captured_at)
       select id, account_id, cost_units, created_at, now() + interval '1 day', now()
       from charge_2026_05 limit 1`,
    )
    await expect(archive({ month: '2026_05' })).rejects.toThrow('charges that are not settled')
  })

  it('when it breaks a rule', async () => {
    await test.database.query('update charge_2026_05 set cost_units = 8 where account_id = $1', [
      accountIds[2],
    ])
    await expect(archive({ month: '2026_05' })).rejects.toThrow(/captured of 8 after/)
    expect(await readdir(folder.path)).toEqual([])
  })

  it('if one of its accounts got test credit, whose rest is computed from its movements', async () => {
    await test.database.query(
      `insert into payment (id, account_id, provider, is_test, state, asked_units, credited_units,
         receipt_number, paid_at)
       values (uuidv7(), $1, 'test', true, 'paid', 8, 8, 1, now())`,
      [accountIds[2]],
    )
    await expect(archive({ month: '2026_05' })).rejects.toThrow('test credit')
  })

  it('if money moves in it after it was written', async () => {
    const lock = await holdLock(test.connection, 'lock table audit_mark in row share mode')
    const archiving = expect(archive({ month: '2026_05' })).rejects.toThrow('has changed meanwhile')
    await lock.somebodyWaits()
    const { rows } = await test.database.query('select id, account_id from charge_2026_05 limit 1')
    await createSettle(test.database)({
      ...{ chargeId: rows[0].id, accountId: rows[0].account_id, outcome: 'refunded' },
      ...{ cause: 'capture_unknown', reverse: true },
    })
    await lock.release()
    await archiving
    await expectRightBooks()
  })
})

describe('after a crash', () => {
  it('between files and removal, the next attempt writes them again and goes on', async () => {
    const lock = await holdLock(test.connection, 'lock table charge in row share mode')
    const archiving = expect(archive({ month: '2026_05' })).rejects.toThrow(
      'terminating connection',
    )
    await lock.somebodyWaits()
    // The process is gone: its connection ends in the middle of the removal.
    await test.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like '%lock table only charge%' and pid <> pg_backend_pid()`,
    )
    await archiving
    await lock.release()
    expect(await count('charge')).toBe(120)
    await expectRightBooks()
    expect(await archive({ month: '2026_05' })).toMatchObject([['2026_05', { month: '2026_05' }]])
    expect(await count('charge')).toBe(80)
    await expectRightBooks()
  })

  it('between removal and tasks, the next attempt removes those, and no task of a charge', async () => {
    const lock = await holdLock(test.connection, 'lock table task in share mode')
    const archiving = expect(archive({ month: '2026_05' })).rejects.toThrow(
      'terminating connection',
    )
    await lock.somebodyWaits()
    await test.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where query like 'delete from task%' and pid <> pg_backend_pid()`,
    )
    await archiving
    await lock.release()
    expect([await count('charge'), await count('task')]).toEqual([80, 12])
    await expectRightBooks()
    await expect(archive({ month: '2026_05' })).rejects.toThrow('2026_05 is archived already')
    expect(await count('task')).toBe(8)
    await expectRightBooks()
  })
})
