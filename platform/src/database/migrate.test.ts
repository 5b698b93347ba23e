import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasPgBouncer, startPgBouncer } from '../testing/pgbouncer.ts'
import { createEmptyTestDatabase } from '../testing/test-database.ts'
import { waitFor } from '../testing/wait-for.ts'
import type { Database } from './connect.ts'
import { migrate } from './migrate.ts'

const FIRST = '0001_first.sql'
const SECOND = '0002_second.sql'

async function createScene() {
  const { database, connection, drop } = await createEmptyTestDatabase()
  onTestFinished(drop)
  const folder = await mkdtemp(join(tmpdir(), 'footnote-test-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, FIRST), 'create table one (); create table two ();')
  await writeFile(join(folder, SECOND), 'alter table two add column more int;')
  await writeFile(join(folder, 'notes.txt'), 'this is not SQL')
  return { database, connection, folder }
}

async function applied(
  database: Database,
  table: 'migration' | 'schema_change' = 'migration',
): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(`select name from ${table} order by name`)
  return rows.map(({ name }) => name)
}

async function advisoryLocks(database: Database): Promise<unknown[]> {
  const { rows } = await database.query(
    `select objid from pg_locks where locktype = 'advisory'
     and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows
}

function collectLog() {
  const lines: string[] = []
  const write = (message: string) => void lines.push(message)
  return { lines, log: { info: write, warn: write } }
}

describe('migrate', () => {
  it('applies every file once, however many instances start at the same time', async () => {
    const { database, connection, folder } = await createScene()
    await Promise.all(Array.from({ length: 5 }, () => migrate(connection, { folder })))
    expect(await applied(database)).toEqual([FIRST, SECOND])
    await migrate(connection, { folder: pathToFileURL(folder) })
    expect(await applied(database)).toEqual([FIRST, SECOND])
  })

  it('applies a file whole or not at all, and goes on from there', async () => {
    const { database, connection, folder } = await createScene()
    // Something in the way of the last thing that the first file makes.
    await database.query('create table two (id int)')
    await expect(migrate(connection, { folder })).rejects.toThrow(`migration ${FIRST} failed`)
    const { rows } = await database.query(`select to_regclass('one') as made`)
    expect(rows).toEqual([{ made: null }])
    await database.query('drop table two')
    await migrate(connection, { folder })
    expect(await applied(database)).toEqual([FIRST, SECOND])
  })

  it('refuses the database of a newer version, says which, and changes nothing', async () => {
    const { database, connection, folder } = await createScene()
    await migrate(connection, { folder })
    await database.query(`insert into migration (name) values ('9999_from_the_future.sql')`)
    await writeFile(join(folder, '0003_third.sql'), 'create table three ();')
    await expect(migrate(connection, { folder })).rejects.toThrow(
      'the database was made by a newer Footnote (9999_from_the_future.sql): start that version',
    )
    expect(await applied(database)).toEqual([FIRST, SECOND, '9999_from_the_future.sql'])
  })

  it('tells of an instance that it waits for, once, and when the wait is over', async () => {
    const { database, connection, folder } = await createScene()
    const { lines, log } = collectLog()
    const other = await database.connect()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(7046302)')
    const migrated = migrate(connection, { folder, log })
    await waitFor('the wait', () => lines.length > 0)
    await other.query('commit')
    other.release()
    await migrated
    expect(lines).toEqual([
      'waiting for the migration of another instance',
      'the migration of the other instance is done',
    ])
    expect(await applied(database)).toEqual([FIRST, SECOND])
  })

  it('leaves no lock behind and waits for none when there is nothing to apply', async () => {
    const { database, connection, folder } = await createScene()
    await migrate(connection, { folder })
    const other = await database.connect()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(7046302)')
    await migrate(connection, { folder })
    await other.query('commit')
    other.release()
    expect(await advisoryLocks(database)).toEqual([])
  })
})

describe('a migration that waits for an open reader', () => {
  it('lets writers pass, and is applied when the reader has ended', async () => {
    const { database, connection, folder } = await createScene()
    await rm(join(folder, SECOND))
    await migrate(connection, { folder })
    await writeFile(join(folder, SECOND), 'alter table two add column more int;')
    const { lines, log } = collectLog()
    const reader = await database.connect()
    await reader.query('begin')
    await reader.query('select from two')
    const migrated = migrate(connection, { folder, log })
    await waitFor('the first try to end', () => lines.length > 0)
    await database.query('insert into two default values')
    expect(await applied(database)).toEqual([FIRST])
    await reader.query('commit')
    reader.release()
    await migrated
    expect(lines[0]).toBe(`migration ${SECOND} waits for a lock; next try in 1000 ms`)
    expect(await applied(database)).toEqual([FIRST, SECOND])
  })
})

describe('a migration of a newer version', () => {
  const THIRD = '0003_third.sql'
  const FOURTH = '0004_fourth.sql'

  /** A database of the newest version, and the folder of an older one that knows so many files. */
  async function createNewerScene(known: number) {
    const scene = await createScene()
    const { connection, folder } = scene
    await writeFile(join(folder, THIRD), '-- expand\nalter table two add column third int;')
    await writeFile(
      join(folder, FOURTH),
      `-- contract, needs ${THIRD}\nalter table two drop column more;`,
    )
    if (known === 3) await migrate(connection, { folder })
    await rm(join(folder, FOURTH))
    if (known === 2) await migrate(connection, { folder })
    if (known === 2) await rm(join(folder, THIRD))
    return scene
  }

  it('that only adds lets an older version start, which says so', async () => {
    const { database, connection, folder } = await createNewerScene(2)
    const { lines, log } = collectLog()
    await migrate(connection, { folder, log })
    expect(lines).toEqual([
      `the database has migrations of a newer Footnote, which this version can run on (${THIRD})`,
    ])
    // Releases that read the first table alone find nothing there that they do not know.
    expect(await applied(database)).toEqual([FIRST, SECOND])
    expect(await applied(database, 'schema_change')).toEqual([THIRD])
  })

  it('that takes something away lets those start that know what replaces it, and no others', async () => {
    const { database, connection, folder } = await createNewerScene(3)
    const { lines, log } = collectLog()
    await migrate(connection, { folder, log })
    expect(lines).toHaveLength(1)
    expect(await applied(database)).toEqual([FIRST, SECOND, FOURTH])
    await rm(join(folder, THIRD))
    await expect(migrate(connection, { folder })).rejects.toThrow(
      `the database was made by a newer Footnote (${FOURTH}): start that version`,
    )
  })
})

describe('an index that is built concurrently', () => {
  const INDEX = '0003_index.sql'

  async function createIndexScene() {
    const scene = await createScene()
    await writeFile(
      join(scene.folder, INDEX),
      `-- expand, no transaction
-- Here is why.
create unique index concurrently if not exists two_more on two (more);
create index concurrently if not exists two_more_down on two (more desc);
`,
    )
    return scene
  }

  async function validIndexes(database: Database): Promise<string[]> {
    const { rows } = await database.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
       where indrelid = 'two'::regclass and indisvalid order by name`,
    )
    return rows.map(({ name }) => name)
  }

  it('is built once, however many instances start at the same time', async () => {
    const { database, connection, folder } = await createIndexScene()
    await Promise.all(Array.from({ length: 5 }, () => migrate(connection, { folder })))
    expect(await validIndexes(database)).toEqual(['two_more', 'two_more_down'])
    expect(await applied(database, 'schema_change')).toEqual([INDEX])
  })

  it.skipIf(!hasPgBouncer())('is built behind PgBouncer in transaction mode', async () => {
    const { database, connection, folder } = await createIndexScene()
    const pooler = await startPgBouncer(connection, { poolSize: 3 })
    onTestFinished(pooler.stop)
    const url = pooler.urlOf(connection.database ?? '')
    await Promise.all(Array.from({ length: 5 }, () => migrate(url, { folder })))
    expect(await validIndexes(database)).toEqual(['two_more', 'two_more_down'])
    expect(await applied(database)).toEqual([FIRST, SECOND])
    expect(await applied(database, 'schema_change')).toEqual([INDEX])
    expect(await advisoryLocks(database)).toEqual([])
  })

  it('is built again when a build has failed and left it invalid', async () => {
    const { database, connection, folder } = await createIndexScene()
    await rename(join(folder, INDEX), join(folder, 'later'))
    await migrate(connection, { folder })
    await rename(join(folder, 'later'), join(folder, INDEX))
    await database.query('insert into two (more) values (1), (1)')
    await expect(migrate(connection, { folder })).rejects.toThrow(`migration ${INDEX} failed`)
    const { rows } = await database.query(`select indisvalid from pg_index
      where indexrelid = 'two_more'::regclass`)
    expect(rows).toEqual([{ indisvalid: false }])
    await database.query('delete from two')
    await migrate(connection, { folder })
    expect(await validIndexes(database)).toEqual(['two_more', 'two_more_down'])
  })
})
