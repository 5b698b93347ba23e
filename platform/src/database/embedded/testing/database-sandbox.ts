import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { pollUntil } from '../../../poll-until.ts'
import { stateFolderOf } from '../choose-home.ts'
import type { EmbeddedConnection } from '../connection.ts'
import { type OpenedDatabase, openEmbeddedDatabase } from '../open-embedded-database.ts'
import type { Account } from '../run-as.ts'
import { socketFolderOf } from '../socket-folder.ts'
import { type StartedDatabase, startEmbeddedDatabase } from '../start-embedded-database.ts'
import { stopLeftoverServer } from '../stop-leftover-server.ts'

/** A folder for temporary files whose path leaves room for that of a socket, unlike the one of macOS. */
const SHORT = process.platform === 'darwin' ? '/tmp' : tmpdir()
const fixture = fileURLToPath(new URL('./hold-database.ts', import.meta.url))

export const ordinaryUser: Account = { uid: 65534, gid: 65534 }

export interface Holder {
  child: ChildProcess
  connection: Promise<EmbeddedConnection>
}

/** Folders, processes and servers of one test file, all of which `clear` takes away again. */
export function createSandbox() {
  const folders: string[] = []
  const children: ChildProcess[] = []
  const messages: string[] = []
  const closers: (() => Promise<void>)[] = []
  const note = (message: string) => void messages.push(message)
  const log = { info: note, warn: note }

  async function makeFolder({ mode = 0o755, owner }: { mode?: number; owner?: Account } = {}) {
    const folder = await realpath(await mkdtemp(join(SHORT, 'fn-test-')))
    folders.push(folder)
    await chmod(folder, mode)
    if (owner) await chown(folder, owner.uid, owner.gid)
    return folder
  }

  /** A folder to be a data folder: below one of our own, and not yet there. */
  async function makeDataDir(options: { mode?: number; owner?: Account; name?: string } = {}) {
    const dataDir = join(await makeFolder(options), options.name ?? 'data')
    folders.push(dataDir)
    return dataDir
  }

  function spawnHolder(kind: 'service' | 'command', dataDir: string, user?: Account): Holder {
    const child = spawn(process.execPath, [fixture, kind, dataDir], {
      ...user,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    const connection = new Promise<EmbeddedConnection>((resolve, reject) => {
      createInterface(child.stdout).once('line', line => resolve(JSON.parse(line)))
      child.once('close', () => reject(new Error('The process ended.')))
    })
    // A test that does not ask for the connection does not mind.
    connection.catch(() => {})
    return { child, connection }
  }

  async function start(dataDir: string): Promise<StartedDatabase> {
    const started = await startEmbeddedDatabase({ dataDir, log, settings: { fsync: 'off' } })
    closers.push(started.stop)
    return started
  }

  async function open(dataDir: string): Promise<OpenedDatabase> {
    const opened = await openEmbeddedDatabase({ dataDir, log, settings: { fsync: 'off' } })
    closers.push(opened.close)
    return opened
  }

  async function clear() {
    for (const close of closers) await close()
    for (const child of children) await kill(child)
    for (const folder of folders.toReversed()) {
      const stateFolder = stateFolderOf(folder)
      for (const home of [folder, stateFolder]) {
        await stopLeftoverServer(home, log)
        await rm(socketFolderOf(home), { recursive: true, force: true })
      }
      await rm(folder, { recursive: true, force: true })
      await rm(stateFolder, { recursive: true, force: true })
    }
  }

  return { makeFolder, makeDataDir, spawnHolder, start, open, clear, messages, log }
}

/** kill -9, and wait until the process and whatever writes to its output are gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

export async function query(connection: EmbeddedConnection, sql: string) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

export async function readServerPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

/** Waits for a condition; fails when it does not come true in good time. */
export async function eventually<Answer>(
  check: () => Promise<Answer | undefined> | Answer | undefined,
): Promise<Answer> {
  const answer = await pollUntil(check, { timeoutMs: 30_000 })
  if (answer === undefined) throw new Error('The condition did not come true.')
  return answer
}
