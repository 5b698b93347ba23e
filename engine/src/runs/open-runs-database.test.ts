import { randomUUID } from 'node:crypto'
import { connectAlone } from '@footnote/platform/database/connect'
import { createLog } from '@footnote/platform/log'
import { createEmptyTestDatabase } from '@footnote/platform/testing/test-database'
import { expect, it, onTestFinished } from 'vitest'
import { openRunsDatabase } from './open-runs.ts'

it('makes the database that the URL names, if it is not there, and migrates it', async () => {
  const { database, url, drop } = await createEmptyTestDatabase()
  onTestFinished(drop)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  onTestFinished(async () => {
    await database.query(`drop database ${name} with (force)`)
  })
  const named = new URL(url)
  named.pathname = `/${name}`
  const options = { databaseUrl: named.href, folder: '/nowhere' }
  for (const _ of ['first', 'second']) {
    const { connection, close } = await openRunsDatabase(options, { log: createLog('silent') })
    const client = await connectAlone(connection)
    const { rows } = await client.query('select current_database() as name from run')
    expect(rows).toEqual([])
    await client.end()
    await close()
  }
})
