import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createEmptyTestDatabase } from '../testing/test-database.ts'
import { connectAlone } from './connect.ts'
import { connectionUrl } from './connection-url.ts'

it('leads where the parts lead, whatever the names and the password are made of', async () => {
  const { connection, database, drop } = await createEmptyTestDatabase()
  const role = `role %20 @:/?# ${randomUUID()}`
  onTestFinished(async () => {
    await database.query(`drop role "${role}"`)
    await drop()
  })
  await database.query(`create role "${role}" login password 'p%41@:/?#'`)
  const client = await connectAlone(
    connectionUrl({ ...connection, user: role, password: 'p%41@:/?#' }),
  )
  const { rows } = await client.query('select current_user as role, current_database() as name')
  await client.end()
  expect(rows).toEqual([{ role, name: connection.database }])
})

it('leaves a URL as it is', () => {
  const url = 'postgres://u:p@h/db?sslmode=require'
  expect(connectionUrl(url)).toBe(url)
  expect(connectionUrl({ connectionString: url })).toBe(url)
})
