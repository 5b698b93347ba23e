import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { connect, connectAlone, type Database } from '../database/connect.ts'
import { connectionUrl } from '../database/connection-url.ts'

export interface TestDatabase {
  readonly database: Database
  readonly connection: pg.ClientConfig
  readonly url: string
  drop(): Promise<void>
}

/** A database with nothing in it. */
export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  return cloneTestDatabase('template0')
}

/** A database of a test's own, with what the template has in it. */
export async function cloneTestDatabase(template: string): Promise<TestDatabase> {
  const server = inject('server')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name} template ${template} strategy file_copy`)
  const connection = { ...server, database: name }
  const database = connect(connection)
  return {
    database,
    connection,
    url: connectionUrl(connection),
    async drop() {
      await database.end()
      await administer(server, `drop database ${name} with (force)`)
    },
  }
}

async function administer(server: pg.ClientConfig, sql: string): Promise<void> {
  const client = await connectAlone({ ...server, database: 'postgres' })
  await client.query(sql)
  await client.end()
}
