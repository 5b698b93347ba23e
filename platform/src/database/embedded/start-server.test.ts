import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, it } from 'vitest'
import { prepareDataFolder } from './data-folder.ts'
import { chooseAccount } from './prepare-server.ts'
import {
  createSandbox,
  eventually,
  kill,
  query,
  readServerPid,
} from './testing/database-sandbox.ts'

const sandbox = createSandbox()
afterAll(sandbox.clear)

it.concurrent('starts after the creation of the cluster was cut short', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  const killed = sandbox.spawnHolder('service', dataDir)
  const killedEarly = expect(killed.connection).rejects.toThrow()
  const partial = await eventually(async () => {
    const names = await readdir(dataDir).catch(() => [])
    return names.find(name => name.startsWith('postgres.new-'))
  })
  await eventually(() => readdir(join(dataDir, partial, 'cluster')).catch(() => undefined))
  await kill(killed.child)
  await killedEarly
  expect(await readdir(dataDir)).not.toContain('postgres')

  const { connection, stop } = await sandbox.start(dataDir)
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await readdir(dataDir)).not.toContain(partial)
  await stop()
})

it.concurrent('listens elsewhere when the path is too long for a socket, and copes with odd names', async ({
  expect,
}) => {
  const name = `it's a, "${'long '.repeat(20)}" path`
  const dataDir = await sandbox.makeDataDir({ name })
  const { connection, stop } = await sandbox.start(dataDir)
  expect(connection.host).toMatch(/^\/tmp\/footnote-/)
  const command = sandbox.spawnHolder('command', dataDir)
  expect(await command.connection).toEqual(connection)
  await stop()

  const comma = await sandbox.makeDataDir({ name: 'a, "b"' })
  const short = await sandbox.start(comma)
  expect(short.connection.host).toBe(join(comma, 'socket'))
  await short.stop()
})

it.concurrent('leaves alone the process that got the number of a dead server', async ({
  expect,
}) => {
  const dataDir = await sandbox.makeDataDir()
  await (await sandbox.start(dataDir)).stop()
  const account = await chooseAccount(await prepareDataFolder(dataDir))
  const bystander = spawn('/bin/sh', ['-c', 'read -r line; exit 7'], { ...account, cwd: '/' })
  const pidFile = [bystander.pid, join(dataDir, 'postgres'), 1, 5432, join(dataDir, 'socket')]
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${pidFile.join('\n')}\n`)
  const { stop } = await sandbox.start(dataDir)
  await stop()
  bystander.stdin.end('done\n')
  expect(await once(bystander, 'exit')).toEqual([7, null])
})

it.concurrent('starts over an empty pid file, as a power cut may leave it', async () => {
  const dataDir = await sandbox.makeDataDir()
  await (await sandbox.start(dataDir)).stop()
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '')
  await (await sandbox.start(dataDir)).stop()
})

it.concurrent('refuses a cluster of another major version', async ({ expect }) => {
  const dataDir = await sandbox.makeDataDir()
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await expect(sandbox.start(dataDir)).rejects.toThrow('was made by PostgreSQL 17')
})

it.runIf(process.platform === 'linux')(
  'runs the server in a session of its own',
  async ({ expect }) => {
    const dataDir = await sandbox.makeDataDir()
    const { stop } = await sandbox.start(dataDir)
    const pid = await readServerPid(dataDir)
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    const [, , group, session] = status.slice(status.lastIndexOf(')') + 2).split(' ')
    expect([group, session]).toEqual([String(pid), String(pid)])
    await stop()
  },
)
