import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../testing/pgbouncer.ts'
import { createEmptyTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { connect, connectAlone, type Database } from './connect.ts'

const LOCK_TIMEOUT = '55P03'
const STATEMENT_TIMEOUT = '57014'
const SINGLE_CONNECTION = 1

describe.skipIf(!hasPgBouncer())('through PgBouncer in transaction mode', () => {
  let test: TestDatabase
  let pooler: PgBouncer
  beforeAll(async () => {
    test = await createEmptyTestDatabase()
    await test.database.query('create table counter (id int primary key, value int not null)')
    await test.database.query('insert into counter values (1, 0)')
    pooler = await startPgBouncer(test.connection, { poolSize: SINGLE_CONNECTION })
  })
  afterAll(async () => {
    await pooler.stop()
    await test.drop()
  })

  function connectThrough(options = {}): Database {
    const database = connect(pooler.urlOf(test.connection.database ?? ''), options)
    onTestFinished(() => database.end())
    return database
  }

  it('clients that share a connection use the same named statements', async () => {
    const pools = Array.from({ length: 3 }, () => connectThrough({ poolSize: 2 }))
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        pools[index % pools.length]?.query<{ text: string; big: bigint }>({
          name: 'same_name',
          text: `select $1::text || '${index % pools.length}' as text, 1::bigint as big`,
          values: [index],
        }),
      ),
    )
    expect(results.map(result => result?.rows)).toEqual(
      results.map((_, index) => [{ text: `${index}${index % pools.length}`, big: 1n }]),
    )
  })

  it('a statement that waits for a lock gives up, and so does one that takes too long', async () => {
    const database = connectThrough({ patienceMs: 1_000 })
    const holder = await test.database.connect()
    await holder.query('begin')
    await holder.query('select from counter for update')
    const waiting = connectThrough()
      .query('update counter set value = value + $1', [1])
      .catch(error => error.code)
    expect(await waiting).toBe(LOCK_TIMEOUT)
    await holder.query('rollback')
    holder.release()
    const slow = database.query('select pg_sleep(60)').catch(error => error.code)
    expect(await slow).toBe(STATEMENT_TIMEOUT)
  })

  it('results and errors are those of the statement, and the next one is not touched by them', async () => {
    const database = connectThrough()
    await expect(database.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero')
    await expect(database.query('no such statement')).rejects.toThrow('syntax error')
    const updated = await database.query('update counter set value = $1', [7])
    expect(updated).toMatchObject({ command: 'UPDATE', rowCount: 1, rows: [] })
    expect((await database.query('select value from counter')).rows).toEqual([{ value: 7 }])
  })

  it('a transaction that fails is rolled back', async () => {
    const client = await connectThrough().connect()
    await client.query('begin')
    await client.query('update counter set value = $1', [100])
    await expect(client.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero')
    await client.query('rollback')
    client.release()
    const { rows } = await test.database.query('select value from counter where value = 100')
    expect(rows).toEqual([])
  })

  it('no limit stays behind in the pool', async () => {
    await connectThrough().query('select $1::int', [1])
    const client = await connectAlone(pooler.urlOf(test.connection.database ?? ''))
    const { rows } = await client.query(
      `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`,
    )
    await client.end()
    expect(rows).toEqual([{ lock: '0', statement: '0' }])
  })
})
