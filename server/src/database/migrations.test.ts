import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { migrate } from '@footnote/platform/database/migrate'
import { readMigration } from '@footnote/platform/database/read-migration'
import { createEmptyTestDatabase } from '@footnote/platform/testing/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { runFootnote } from '../testing/processes/run-footnote.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { MIGRATIONS } from './migrations.ts'

it('are all applied, however many instances start at once', async () => {
  const { database, connection, drop } = await createEmptyTestDatabase()
  onTestFinished(drop)
  await Promise.all(Array.from({ length: 5 }, () => migrate(connection, { folder: MIGRATIONS })))
  const { rows } = await database.query<{ name: string }>(
    'select name from migration union select name from schema_change',
  )
  expect(rows.map(({ name }) => name).sort()).toEqual((await readdir(MIGRATIONS)).sort())
})

it('state whether the previous release can run on them', async () => {
  const files = (await readdir(MIGRATIONS)).filter(name => name > '0014')
  const migrations = await Promise.all(
    files.map(name => readMigration(fileURLToPath(new URL(name, MIGRATIONS)))),
  )
  const unmarked = migrations.filter(({ kind }) => kind === undefined)
  expect(unmarked.map(({ name }) => name)).toEqual([])
})

it('of a newer version keep every command from the database, with an explanation', async () => {
  const { database, url, drop } = await createTestDatabase()
  onTestFinished(drop)
  await database.query(`insert into migration (name) values ('9999_from_the_future.sql')`)
  expect(await runFootnote(['account', 'list'], { settings: { DATABASE_URL: url } })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'footnote: the database was made by a newer Footnote (9999_from_the_future.sql): start that version\n',
  })
})
