import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { migrate } from '@footnote/platform/database/migrate'
import {
  createEmptyTestDatabase,
  type TestDatabase,
} from '@footnote/platform/testing/test-database'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { abandonCharge } from '../testing/scenes/abandon-charge.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { readLedger } from '../testing/scenes/read-ledger.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { auditDatabase } from '../wallet/audit.ts'
import { createSettle } from '../wallet/settle.ts'
import { sweepCharges } from '../wallet/sweep-charges.ts'
import { ensureMonths } from './ensure-months.ts'
import { MIGRATIONS } from './migrations.ts'

let test: TestDatabase

async function partitionOf(chargeId: string): Promise<string[]> {
  const { rows } = await test.database.query<{ name: string }>(
    `select tableoid::regclass::text as name from charge where id = $1
     union all
     select distinct tableoid::regclass::text from movement where charge_id = $1`,
    [chargeId],
  )
  return rows.map(({ name }) => name)
}

const thisMonth = () => new Date().toISOString().slice(0, 7).replace('-', '_')

describe('charges and movements by month', () => {
  beforeEach(async () => {
    test = await createTestDatabase()
  })
  afterEach(() => test.drop())

  it('puts a charge and its movements into the month of its id', async () => {
    const { accountId } = await createPayer(test.database, '10')
    const chargeId = await abandonCharge(test.database, { accountId })
    await createSettle(test.database)({ chargeId, accountId, outcome: 'captured' })
    const month = thisMonth()
    expect(await partitionOf(chargeId)).toEqual([`charge_${month}`, `movement_${month}`])
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('creates the coming months once, however many processes try', async () => {
    const count = async () => {
      const { rows } = await test.database.query<{ name: string }>(
        `select relname as name from pg_class where relname ~ '^(charge|movement)_\\d{4}_\\d\\d$'`,
      )
      return rows.length
    }
    expect(await count()).toBe(8)
    await Promise.all(Array.from({ length: 4 }, () => ensureMonths(test.database)))
    expect(await count()).toBe(8)
  })

  it('truncates no partition', async () => {
    for (const table of ['charge', 'movement']) {
      for (const part of [thisMonth(), 'before', 'default']) {
        await expect(test.database.query(`truncate ${table}_${part}`)).rejects.toThrow('refused')
      }
    }
  })

  it('moves charges that were made before their month’s partition', async () => {
    const month = thisMonth()
    await test.database.query(`drop table charge_${month}, movement_${month}`)
    const { accountId } = await createPayer(test.database, '10')
    const chargeId = await abandonCharge(test.database, { accountId })
    await ensureMonths(test.database)
    expect(await partitionOf(chargeId)).toEqual([`charge_${month}`, `movement_${month}`])
    await expect(
      test.database.query('delete from movement_default where account_id = $1', [accountId]),
    ).rejects.toThrow('refused')
    expect(await auditDatabase(test.connection)).toEqual([])
  })

  it('accepts a charge whose month has no partition', async () => {
    const month = thisMonth()
    await test.database.query(`drop table charge_${month}, movement_${month}`)
    const { accountId } = await createPayer(test.database, '10')
    const chargeId = await abandonCharge(test.database, { accountId })
    expect(await partitionOf(chargeId)).toEqual(['charge_default', 'movement_default'])
    expect(await sweepCharges(test.database)).toBe(1)
    expect(await auditDatabase(test.connection)).toMatchObject([
      { rule: 'a charge is in the partition of its month', subject: chargeId },
    ])
  })
})

it('introduces months into a database with held and settled charges', async () => {
  test = await createEmptyTestDatabase()
  onTestFinished(() => test.drop())
  // A time zone whose months begin at other times than those of UTC.
  await test.database.query(
    `do $$ begin
       execute format('alter database %I set timezone = ''America/New_York''', current_database());
     end $$`,
  )
  const files = (await readdir(MIGRATIONS)).sort()
  for (const file of files.filter(name => name < '0014')) {
    await test.database.query(await readFile(new URL(file, MIGRATIONS), 'utf8'))
  }
  const accountId = randomUUIDv7()
  await test.database.query(`insert into account (id, email) values ($1, 'old@example.com')`, [
    accountId,
  ])
  await test.database.query('insert into wallet (account_id) values ($1)', [accountId])
  await test.database.query(`select credit_wallet($1, 1000, 'old', 'old')`, [accountId])
  // The last id was not made from the time.
  const [captured = '', refunded = '', held = '', strange = ''] = [
    ...Array.from({ length: 3 }, () => randomUUIDv7()),
    `f${randomUUID().slice(1)}`,
  ]
  const ids = [captured, refunded, held, strange]
  const all = <T>(value: T) => ids.map(() => value)
  await test.database.query('select debit_charges($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)', [
    ...[ids, all(accountId), all(null), all('answer'), all(null), all(10), all(60_000)],
    ...[all(randomUUIDv7()), all(null), all(null), all(null)],
  ])
  await test.database.query(
    `select settle_charges($1, '{captured,refunded}', '{null,upstream_failed}', '{false,false}')`,
    [[captured, refunded]],
  )
  await test.database.query(
    'create table migration (name text primary key, applied_at timestamptz not null default now())',
  )
  await test.database.query('insert into migration (name) select unnest($1::text[])', [
    files.filter(name => name < '0014'),
  ])
  await migrate(test.connection, { folder: MIGRATIONS })

  expect(await partitionOf(captured)).toEqual(['charge_before', 'movement_before'])
  expect(await partitionOf(strange)).toEqual(['charge_default', 'movement_default'])
  expect(await auditDatabase(test.connection)).toEqual([])
  // No process is registered under the id that holds the two.
  expect(await sweepCharges(test.database)).toBe(2)
  expect(await auditDatabase(test.connection)).toEqual([])
  const { balanceUnits, charges } = await readLedger(test.database, accountId)
  expect(balanceUnits).toBe(990n)
  expect(charges.map(({ state }) => state).sort()).toEqual([
    'captured',
    'refunded',
    'refunded',
    'refunded',
  ])
  const { accountId: another } = await createPayer(test.database, '10')
  await abandonCharge(test.database, { accountId: another })
  expect(await auditDatabase(test.connection)).toEqual([])
})
