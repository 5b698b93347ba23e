import { randomUUIDv7 } from 'node:crypto'
import { connectAlone, type Database } from '@footnote/platform/database/connect'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { holdLock } from '../testing/scenes/hold-lock.ts'
import { insertCall, type PastCall } from '../testing/scenes/insert-call.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { createDebit } from '../wallet/debit.ts'
import { createSettle } from '../wallet/settle.ts'
import { countCalls } from './count-calls.ts'

const HOUR_MS = 3_600_000
const now = Date.now()
const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS)
const hourOf = (time: Date) => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS)

async function createScene() {
  const test = await createTestDatabase()
  onTestFinished(test.drop)
  const { database } = test
  return {
    ...test,
    insert: async (calls: readonly PastCall[]) => {
      for (const call of calls) await insertCall(database, call)
    },
    count: () => countCalls(database),
    readCounts: () => readCounts(database),
    /** Resets the count to an earlier time; nothing may have been settled after that. */
    forgetCountsAfter: (time: Date) =>
      database.query(
        'with gone as (delete from calls_counted) insert into calls_counted values ($1, $1)',
        [time],
      ),
  }
}

/** Counts calls by kind, latency and hour. */
async function readCounts(database: Database) {
  const { rows } = await database.query<{ line: string }>(
    `select concat_ws(' ', to_char(hour at time zone 'utc', 'YYYY-MM-DD"T"HH24'), tool, nullif(effort, ''),
       outcome, latency_bucket, calls) as line
     from call_hour where calls > 0`,
  )
  return rows.map(({ line }) => line).sort()
}

const line = (time: Date, rest: string) => `${hourOf(time).toISOString().slice(0, 13)} ${rest}`
/** The latency bucket of one second. */
const SECOND = 61
const mixed: readonly PastCall[] = [
  { settledAt: hoursAgo(1) },
  { settledAt: hoursAgo(1) },
  { settledAt: hoursAgo(1), cause: 'upstream_timeout', tookMs: 60_000 },
  { settledAt: hoursAgo(30), tool: 'research', effort: 'lite' },
  { settledAt: hoursAgo(30), tool: 'research', effort: 'deep', tookMs: HOUR_MS, taskMs: 1_000 },
  { settledAt: hoursAgo(30), tool: 'research', effort: 'deep', taskMs: null },
  { settledAt: hoursAgo(30), tool: 'research', effort: 'deep', taskMs: 5, cause: 'task_failed' },
]
const mixedCounts = [
  line(hoursAgo(30), `research deep captured ${SECOND} 1`),
  line(hoursAgo(30), 'research deep captured -1 1'),
  line(hoursAgo(30), 'research deep task_failed -1 1'),
  line(hoursAgo(30), `research lite captured ${SECOND} 1`),
  line(hoursAgo(1), `answer captured ${SECOND} 2`),
  line(hoursAgo(1), 'answer upstream_timeout -1 1'),
].sort()

describe('every call is counted once, in the hour of its settlement', () => {
  it('by tool, effort, outcome and duration, for a task until its end', async () => {
    const { insert, count, readCounts } = await createScene()
    await insert(mixed)
    await count()
    expect(await readCounts()).toEqual(mixedCounts)
  })

  it('however often it is counted', async () => {
    const { insert, count, readCounts } = await createScene()
    await insert(mixed)
    for (let round = 0; round < 3; round += 1) await count()
    expect(await readCounts()).toEqual(mixedCounts)
  })

  it('whether or not it existed at the last count, also within one hour', async () => {
    const { insert, count, readCounts, forgetCountsAfter } = await createScene()
    const start = hourOf(hoursAgo(2)).getTime()
    const minute = (minutes: number) => new Date(start + minutes * 60_000)
    await insert([{ settledAt: minute(10) }])
    await count()
    await forgetCountsAfter(minute(20))
    await insert([
      { settledAt: minute(20) },
      { settledAt: minute(59.999) },
      { settledAt: minute(60) },
    ])
    await count()
    expect(await readCounts()).toEqual([
      line(minute(0), `answer captured ${SECOND} 3`),
      line(minute(60), `answer captured ${SECOND} 1`),
    ])
  })

  it('by concurrent counts', async () => {
    const { insert, count, readCounts } = await createScene()
    await insert(mixed)
    await Promise.all(Array.from({ length: 6 }, count))
    // Concurrent counts left the work to the first.
    await count()
    expect(await readCounts()).toEqual(mixedCounts)
  })

  it('in parts, if there are many', async () => {
    const { database, insert, readCounts } = await createScene()
    await insert(mixed)
    await database.query('insert into calls_counted values ($1, $1)', [hoursAgo(31)])
    let statements = 0
    const query = (...input: Parameters<Database['query']>) => {
      statements += 1
      return database.query(...input)
    }
    await countCalls({ query: query as Database['query'] }, { quickMs: 0 })
    expect(statements).toBeGreaterThan(100)
    expect(await readCounts()).toEqual(mixedCounts)
  })

  it('in smaller parts, if one exceeds the time limit of a statement', async () => {
    const { connection, database, insert, readCounts } = await createScene()
    const times = Array.from({ length: 20 }, (_, hours) => hoursAgo(hours + 1))
    await insert(times.map(settledAt => ({ settledAt })))
    await database.query('insert into calls_counted values ($1, $1)', [hoursAgo(24)])
    // As if every hour had very many calls.
    await database.query(
      `create function dawdle() returns trigger language plpgsql as $$ begin
         perform pg_sleep(0.1); return new; end $$;
       create trigger dawdle before insert on call_hour for each row execute function dawdle()`,
    )
    const hurried = await connectAlone(connection)
    onTestFinished(() => hurried.end())
    await hurried.query('set statement_timeout = 500')
    let failures = 0
    const query = (input: string) =>
      hurried.query(input).catch(error => {
        failures += 1
        throw error
      })
    await countCalls({ query: query as Database['query'] }, { quickMs: 60_000 })
    expect(failures).toBeGreaterThan(0)
    expect(await readCounts()).toEqual(
      times.map(time => line(time, `answer captured ${SECOND} 1`)).sort(),
    )
  })

  it('by its final outcome: a reversal undoes the counted capture', async () => {
    const { database, count, readCounts, forgetCountsAfter } = await createScene()
    const { accountId } = await createPayer(database, '1')
    const [debit, settle] = [createDebit(database), createSettle(database)]
    async function capture(time: Date): Promise<string> {
      const chargeId = randomUUIDv7()
      await debit({
        ...{ chargeId, accountId, keyId: null, tool: 'answer', effort: null, costUnits: 1n },
        ...{ holdMs: 1_000, instanceId: randomUUIDv7() },
      })
      await settle({ chargeId, accountId, outcome: 'captured' })
      await settleAt(database, chargeId, time)
      return chargeId
    }
    async function reverse(chargeId: string, time: Date): Promise<void> {
      await settle({
        chargeId,
        accountId,
        outcome: 'refunded',
        cause: 'capture_unknown',
        reverse: true,
      })
      await database.query('update charge set settled_at = $2 where id = $1', [chargeId, time])
    }
    const [before, since, reversed] = [hoursAgo(5), hoursAgo(3), hoursAgo(2)]
    const [, counted = ''] = [await capture(before), await capture(before)]
    await count()
    expect(await readCounts()).toEqual([line(before, `answer captured ${SECOND} 2`)])
    await forgetCountsAfter(hoursAgo(4))
    const [, uncounted = ''] = [await capture(since), await capture(since)]
    for (const chargeId of [counted, uncounted]) await reverse(chargeId, reversed)
    // In parts: a charge captured before one part and reversed after it was never counted there.
    await countCalls(database, { quickMs: 0 })
    expect(await readCounts()).toEqual([
      line(before, `answer captured ${SECOND} 1`),
      line(since, `answer captured ${SECOND} 1`),
      line(reversed, 'answer capture_unknown -1 2'),
    ])
  })
})

/**
 * Moves a charge and its capture into the past, with the guards of the books off in this
 * transaction.
 */
async function settleAt(database: Database, id: string, time: Date): Promise<void> {
  await database.query(
    `do $$ begin
       set local session_replication_role = replica;
       update charge set settled_at = '${time.toISOString()}',
         created_at = '${time.toISOString()}'::timestamptz - interval '1 second' where id = '${id}';
       update movement set created_at = '${time.toISOString()}'
       where target = 'captured' and charge_id = '${id}';
     end $$`,
  )
}

describe('counting', () => {
  it('is left to a process that is already counting', async () => {
    const { connection, insert, count, readCounts } = await createScene()
    await insert(mixed)
    const other = await holdLock(connection, 'select count_calls(1000)')
    await count()
    expect(await readCounts()).toEqual([])
    await other.release()
    await count()
    expect(await readCounts()).toEqual(mixedCounts)
  })

  it('leaves the counts unchanged when it is killed halfway', async () => {
    const { connection, database, insert, count, readCounts, forgetCountsAfter } =
      await createScene()
    await insert(mixed)
    await count()
    await forgetCountsAfter(hoursAgo(0.5))
    await insert([{ settledAt: hoursAgo(0.25), tool: 'finance_research', effort: 'deep' }])
    const client = await connectAlone(connection)
    await client.query('begin')
    const { rows } = await client.query('select count_calls(3600000), pg_backend_pid() as pid')
    await database.query('select pg_terminate_backend($1, 10000)', [rows[0]?.pid])
    expect(await readCounts()).toEqual(mixedCounts)
    await count()
    expect(await readCounts()).toHaveLength(mixedCounts.length + 1)
  })

  it('goes back 30 days, keeps counts for 400, and waits for rows that are not visible yet', async () => {
    const { database, insert, count, readCounts } = await createScene()
    await database.query(
      `insert into call_hour
       select hour, 'answer', '', 'captured', 1, 1 from unnest($1::timestamptz[]) as hour`,
      [[hourOf(hoursAgo(401 * 24)), hourOf(hoursAgo(399 * 24))]],
    )
    const [old, early] = [hoursAgo(32 * 24), hoursAgo(30 * 24)]
    await insert([{ settledAt: old }, { settledAt: early }, { settledAt: new Date() }])
    await count()
    expect(await readCounts()).toEqual([
      line(hoursAgo(399 * 24), 'answer captured 1 1'),
      line(early, `answer captured ${SECOND} 1`),
    ])
  })
})
