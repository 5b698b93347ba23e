import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createEmptyTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Connection, connectAlone } from './connect.ts'
import { ensureDatabase } from './ensure-database.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await createEmptyTestDatabase()
})
afterAll(() => test.drop())

function newName(): string {
  const name = `Another "${randomUUID()}"`
  onTestFinished(async () => {
    await test.database.query(
      `drop database if exists "${name.replaceAll('"', '""')}" with (force)`,
    )
  })
  return name
}

async function currentDatabase(connection: Connection): Promise<unknown> {
  const client = await connectAlone(connection)
  const { rows } = await client.query('select current_database() as name')
  await client.end()
  return rows[0]?.name
}

it.each([
  ['a URL', () => test.url],
  ['its parts', () => test.connection],
  ['a URL among the parts', () => ({ connectionString: test.url, ssl: false })],
])('makes the database on the server of %s, and finds it again', async (_what, connection) => {
  const name = newName()
  expect(await currentDatabase(await ensureDatabase(connection(), name))).toBe(name)
  const again = await ensureDatabase(connection(), name)
  expect(await currentDatabase(again)).toBe(name)
  expect(await ensureDatabase(again, name)).toEqual(again)
})

it('serves everybody who makes the same database at the same time', async () => {
  const name = newName()
  const made = await Promise.all(
    Array.from({ length: 8 }, () => ensureDatabase(test.connection, name)),
  )
  for (const connection of made) expect(await currentDatabase(connection)).toBe(name)
})

it('says what to do when the user may not create databases', async () => {
  const role = `role_${randomUUID().replaceAll('-', '')}`
  await test.database.query(`create role ${role} login password 'sesame'`)
  onTestFinished(async () => {
    await test.database.query(`drop role ${role}`)
  })
  const connection = { ...test.connection, user: role, password: 'sesame' }
  await expect(ensureDatabase(connection, 'engine')).rejects.toThrow(
    `The database user ${role} may not create the database "engine": let an administrator run "create database "engine" owner ${role}" on that server, then start again.`,
  )
  // One that is there already needs no permission.
  const name = newName()
  await ensureDatabase(test.connection, name)
  expect(await currentDatabase(await ensureDatabase(connection, name))).toBe(name)
})
