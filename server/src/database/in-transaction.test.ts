import { connect } from '@footnote/platform/database/connect'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { inTransaction } from './in-transaction.ts'

it('fails if the connection breaks between two statements, and the process lives on', async () => {
  const { connection, database: other, drop } = await createTestDatabase()
  const database = connect(connection)
  onTestFinished(async () => {
    await database.end()
    await drop()
  })
  const work = inTransaction(database, async client => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    client.on('end', resolve)
    await other.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    // Nothing waits for a reply here, so nothing but the connection itself hears of its end.
    await ended
    await client.query('select 1')
  })
  await expect(work).rejects.toThrow()
  expect((await database.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
