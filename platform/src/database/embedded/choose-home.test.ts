import { chmod, lstat, readlink, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, it } from 'vitest'
import { stateFolderOf } from './choose-home.ts'
import { currentAccount } from './run-as.ts'
import {
  createSandbox,
  kill,
  ordinaryUser,
  query,
  readServerPid,
} from './testing/database-sandbox.ts'

const sandbox = createSandbox()
afterAll(sandbox.clear)

const isRoot = currentAccount().uid === 0

it.runIf(isRoot)(
  'runs the server of root as another user, who owns the cluster',
  async ({ expect }) => {
    const dataDir = await sandbox.makeDataDir()
    const { connection, stop } = await sandbox.start(dataDir)
    expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0)
    expect((await lstat(join(dataDir, 'postgres'))).isDirectory()).toBe(true)
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop()
  },
)

it.runIf(isRoot)(
  'keeps the database elsewhere when that user cannot enter the folder',
  async ({ expect }) => {
    const dataDir = await sandbox.makeDataDir({ mode: 0o700 })
    const stateFolder = stateFolderOf(dataDir)
    const first = await sandbox.start(dataDir)
    expect(first.connection.host).toBe(join(stateFolder, 'socket'))
    expect(await readlink(join(dataDir, 'postgres'))).toBe(join(stateFolder, 'postgres'))
    expect(sandbox.messages.join('\n')).toContain(`is stored in ${stateFolder}`)
    await query(first.connection, `CREATE TABLE kept AS SELECT 'yes' AS value`)
    await first.stop()

    // The folder can be entered now, and the database still is where it was.
    await chmod(dirname(dataDir), 0o755)
    const second = await sandbox.open(dataDir)
    expect(await query(second.connection, 'SELECT value FROM kept')).toEqual([{ value: 'yes' }])
    await second.close()

    await chmod(dirname(dataDir), 0o700)
    await rm(dataDir, { recursive: true })
    await expect(sandbox.start(dataDir)).rejects.toThrow(
      `${stateFolder} contains the database of an earlier data folder`,
    )
  },
)

it.runIf(isRoot)(
  'says what to do when a folder was closed to the owner of its database',
  async ({ expect }) => {
    const dataDir = await sandbox.makeDataDir()
    await (await sandbox.start(dataDir)).stop()
    await chmod(dirname(dataDir), 0o700)
    await expect(sandbox.start(dataDir)).rejects.toThrow(/chmod a\+x/)
  },
)

it.runIf(isRoot)(
  'serves an ordinary user, also after a command that root gave there',
  async ({ expect }) => {
    const dataDir = await sandbox.makeDataDir({ owner: ordinaryUser })
    const user = sandbox.spawnHolder('service', dataDir, ordinaryUser)
    await query(await user.connection, `CREATE TABLE kept AS SELECT 'yes' AS value`)
    await kill(user.child)
    const command = await sandbox.open(dataDir)
    expect(await query(command.connection, 'SELECT value FROM kept')).toEqual([{ value: 'yes' }])
    await command.close()

    const again = sandbox.spawnHolder('service', dataDir, ordinaryUser)
    const connection = await again.connection
    expect(await query(connection, 'SELECT value FROM kept')).toEqual([{ value: 'yes' }])
    expect((await stat(`/proc/${await readServerPid(dataDir)}`)).uid).toBe(ordinaryUser.uid)
  },
)
