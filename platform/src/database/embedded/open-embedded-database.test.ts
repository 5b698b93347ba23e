import { once } from 'node:events'
import { afterAll, it } from 'vitest'
import { createSandbox, kill, query, readServerPid } from './testing/database-sandbox.ts'

const sandbox = createSandbox()
afterAll(sandbox.clear)

it.concurrent('uses the server of a running service and leaves it running', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  const service = sandbox.spawnHolder('service', dataDir)
  const served = await service.connection
  const pid = await readServerPid(dataDir)
  const { connection, close } = await sandbox.open(dataDir)
  expect(connection).toEqual(served)
  await close()
  expect(await readServerPid(dataDir)).toBe(pid)
  expect(await query(served, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

it.concurrent('waits for the server of a service that is being healed', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  const service = await sandbox.start(dataDir)
  process.kill(await readServerPid(dataDir), 'SIGKILL')
  const { connection, close } = await sandbox.open(dataDir)
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await close()
  await service.stop()
})

it.concurrent('starts a server where there is none, and stops it again', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  const { connection, close } = await sandbox.open(dataDir)
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await close()
  await expect(readServerPid(dataDir)).rejects.toThrow('ENOENT')
  await expect(query(connection, 'SELECT 1')).rejects.toThrow()
})

it.concurrent('lets two commands have the database one after the other', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  const work = async () => {
    const { connection, close } = await sandbox.open(dataDir)
    await query(connection, 'CREATE TABLE IF NOT EXISTS visits (at timestamptz DEFAULT now())')
    await query(connection, 'INSERT INTO visits DEFAULT VALUES')
    const visits = await query(connection, 'SELECT FROM visits')
    await close()
    return visits.length
  }
  expect((await Promise.all([work(), work()])).toSorted()).toEqual([1, 2])
})

it.concurrent('makes a service wait for the command that has the database', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  const command = sandbox.spawnHolder('command', dataDir)
  await query(await command.connection, `CREATE TABLE kept AS SELECT 'yes' AS value`)
  const starting = sandbox.start(dataDir)
  const ended = once(command.child, 'exit')
  command.child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  const service = await starting
  expect(await query(service.connection, 'SELECT value FROM kept')).toEqual([{ value: 'yes' }])
  await service.stop()
})

it.concurrent('clears away after a command that was killed', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  const command = sandbox.spawnHolder('command', dataDir)
  await query(await command.connection, `CREATE TABLE kept AS SELECT 'yes' AS value`)
  await kill(command.child)
  const { connection, close } = await sandbox.open(dataDir)
  expect(await query(connection, 'SELECT value FROM kept')).toEqual([{ value: 'yes' }])
  await close()
  await expect(readServerPid(dataDir)).rejects.toThrow('ENOENT')
})
