import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEmptyTestDatabase } from '../testing/test-database.ts'
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

async function applied(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    'select name from migration order by name',
  )
  return rows.map(({ name }) => name)
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
    expect(await applied(database)).toEqual([])
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
})
