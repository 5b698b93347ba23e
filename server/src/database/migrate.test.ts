import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import pg from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { runFootnote } from '../testing/run-footnote.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

const FILES = (await readdir(new URL('../../migrations/', import.meta.url))).sort()

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database with nothing in it. */
async function createEmptyDatabase(): Promise<pg.ClientConfig> {
  const server = inject('server')
  const database = `empty_${randomUUID().replaceAll('-', '')}`
  await withClient(server, client => client.query(`create database ${database}`))
  onTestFinished(async () => {
    await withClient(server, client => client.query(`drop database ${database} with (force)`))
  })
  return { ...server, database }
}

const applied = (connection: pg.ClientConfig) =>
  withClient(connection, async client => {
    const { rows } = await client.query<{ name: string }>(
      'select name from migration order by name',
    )
    return rows.map(({ name }) => name)
  })

describe('migrate', () => {
  it('applies every file once, however many instances start at the same time', async () => {
    const connection = await createEmptyDatabase()
    await Promise.all(Array.from({ length: 5 }, () => migrate(connection)))
    expect(await applied(connection)).toEqual(FILES)
    await migrate(connection)
    expect(await applied(connection)).toEqual(FILES)
  })

  it('applies a file whole or not at all, and goes on from there', async () => {
    const connection = await createEmptyDatabase()
    // Something in the way of the last thing that the first file makes.
    await withClient(connection, client => client.query('create table task (id int)'))
    await expect(migrate(connection)).rejects.toThrow(`migration ${FILES[0]} failed`)
    expect(await applied(connection)).toEqual([])
    await withClient(connection, async client => {
      const { rows } = await client.query(`select to_regclass('account') as made`)
      expect(rows).toEqual([{ made: null }])
      await client.query('drop table task')
    })
    await migrate(connection)
    expect(await applied(connection)).toEqual(FILES)
  })

  it('refuses the database of a newer version, says which, and changes nothing', async () => {
    const { database, connection, url, drop } = await createTestDatabase()
    onTestFinished(drop)
    await database.query(`insert into migration (name) values ('9999_from_the_future.sql')`)
    await expect(migrate(connection)).rejects.toThrow(
      'the database was made by a newer Footnote (9999_from_the_future.sql): start that version',
    )
    const command = await runFootnote(['account', 'list'], { settings: { DATABASE_URL: url } })
    expect(command).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'footnote: the database was made by a newer Footnote (9999_from_the_future.sql): start that version\n',
    })
    expect(await applied(connection)).toEqual([...FILES, '9999_from_the_future.sql'])
  })
})
