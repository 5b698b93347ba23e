import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, it } from 'vitest'
import {
  createSandbox,
  eventually,
  kill,
  query,
  readServerPid,
} from './testing/database-sandbox.ts'

const sandbox = createSandbox()
afterAll(sandbox.clear)

it.concurrent('keeps the data over a stop and a start, and others out of it', async ({
  expect,
}) => {
  const dataDir = await sandbox.makeDataDir()
  const first = await sandbox.start(dataDir)
  await query(first.connection, `CREATE TABLE kept AS SELECT 'yes' AS value`)
  expect((await stat(first.connection.host)).mode & 0o067).toBe(0)
  const stranger = { ...first.connection, password: 'password' }
  await expect(query(stranger, 'SELECT 1')).rejects.toThrow('password authentication failed')
  const other = await query(first.connection, 'SHOW listen_addresses')
  expect(other).toEqual([{ listen_addresses: '' }])
  await first.stop()
  await expect(query(first.connection, 'SELECT 1')).rejects.toThrow()

  const second = await sandbox.start(dataDir)
  expect(await query(second.connection, 'SELECT value FROM kept')).toEqual([{ value: 'yes' }])
  await second.stop()
})

it.concurrent('writes no statement and no value to the log', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  const { connection, stop } = await sandbox.start(dataDir)
  await query(connection, 'CREATE TABLE people (email text UNIQUE)')
  const insert = `DO $$ BEGIN INSERT INTO people VALUES ('ann@example.com'), ('ann@example.com'); END $$`
  await expect(query(connection, insert)).rejects.toThrow('duplicate key')
  await stop()
  const text = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(text).toContain('ready to accept connections')
  expect(text).not.toMatch(/ann@example|INSERT/)
})

it.concurrent('takes over from a service that was killed, with everything it had committed', async ({
  expect,
}) => {
  const dataDir = await sandbox.makeDataDir()
  const killed = sandbox.spawnHolder('service', dataDir)
  await query(await killed.connection, `CREATE TABLE kept AS SELECT 'yes' AS value`)
  const orphan = await readServerPid(dataDir)
  // Resolves only if the server, which goes on running, does not hold the service's output open.
  await kill(killed.child)
  expect(process.kill(orphan, 0)).toBe(true)

  const { connection, stop } = await sandbox.start(dataDir)
  expect(await query(connection, 'SELECT value FROM kept')).toEqual([{ value: 'yes' }])
  expect(await readServerPid(dataDir)).not.toBe(orphan)
  const text = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(text).toContain(`[${orphan}] LOG:  database system is shut down`)
  await stop()
})

it.concurrent('starts where service and server were killed while a statement ran', async ({
  expect,
}) => {
  const dataDir = await sandbox.makeDataDir()
  const killed = sandbox.spawnHolder('service', dataDir)
  const connection = await killed.connection
  await query(connection, `CREATE TABLE kept AS SELECT 'yes' AS value`)
  const busy = query(connection, 'SELECT count(*) FROM generate_series(1, 5000000)')
  const settled = Promise.allSettled([busy])
  await eventually(async () => {
    const running = `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%series(1,%' AND pid <> pg_backend_pid()`
    return (await query(connection, running)).length > 0 || undefined
  })
  process.kill(await readServerPid(dataDir), 'SIGKILL')
  await kill(killed.child)
  const next = await sandbox.start(dataDir)
  await settled
  expect(await query(next.connection, 'SELECT value FROM kept')).toEqual([{ value: 'yes' }])
  await next.stop()
})

it.concurrent('brings a killed server up again under a living service', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  const { connection, stop } = await sandbox.start(dataDir)
  await query(connection, `CREATE TABLE kept AS SELECT 'yes' AS value`)
  for (let round = 0; round < 2; round++) {
    process.kill(await readServerPid(dataDir), 'SIGKILL')
    const rows = await eventually(() =>
      query(connection, 'SELECT value FROM kept').catch(() => undefined),
    )
    expect(rows).toEqual([{ value: 'yes' }])
  }
  await stop()
  expect(sandbox.messages.join('\n')).toContain('ended (SIGKILL): starting it again')
})

it.concurrent('stops for good even while it is bringing the server up again', async ({
  expect,
}) => {
  const dataDir = await sandbox.makeDataDir()
  const { connection, stop } = await sandbox.start(dataDir)
  const pid = await readServerPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await eventually(async () => (await readServerPid(dataDir).catch(() => pid)) !== pid || undefined)
  await stop()
  await expect(query(connection, 'SELECT 1')).rejects.toThrow()
  await expect(readServerPid(dataDir)).rejects.toThrow('ENOENT')
})

it.concurrent('refuses a second service on the same folder by name, without disturbing the first', async ({
  expect,
}) => {
  const dataDir = await sandbox.makeDataDir()
  const { connection, stop } = await sandbox.start(dataDir)
  await expect(sandbox.start(dataDir)).rejects.toThrow(
    `Another Footnote service is running on the data folder ${dataDir}`,
  )
  const elsewhere = sandbox.spawnHolder('service', dataDir)
  await expect(elsewhere.connection).rejects.toThrow()
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await stop()
})
