import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asOwnerOf } from '../../as-owner.ts'
import { pollUntil } from '../../poll-until.ts'
import { tryConnection } from './connection.ts'
import type { Log } from './log.ts'
import type { PreparedServer } from './prepare-server.ts'
import { processOptions } from './run-as.ts'
import { serverSettings } from './server-settings.ts'
import { setUpDatabases } from './set-up-databases.ts'
import { prepareSocketFolder } from './socket-folder.ts'
import { stopLeftoverServer } from './stop-leftover-server.ts'

/** The children of a killed server keep its memory until they notice. */
const RETRY_TIMEOUT_MS = 30_000

/** A server's process. `ended` answers how it ended, whoever ended it. */
interface ServerProcess {
  isRunning(): boolean
  ended: Promise<string>
  stop(): Promise<void>
}

/** A server that takes connections. */
export type RunningServer = Pick<ServerProcess, 'ended' | 'stop'>

// After a crash the server first replays its log, which may take minutes on a slow disk.
const READY_TIMEOUT_MS = 300_000
const SHUTDOWN_TIMEOUT_MS = 60_000

/** Starts the server and waits until it takes connections; undefined when it ended before that. */
async function runServer(prepared: PreparedServer): Promise<RunningServer | undefined> {
  await prepareSocketFolder(prepared)
  const server = await spawnServer(prepared)
  try {
    const ready = await pollUntil(
      async () => (server.isRunning() ? await isReady(prepared) : false),
      { timeoutMs: READY_TIMEOUT_MS },
    )
    if (ready) {
      await setUpDatabases(prepared.superuser, [prepared.service, prepared.engine])
      return server
    }
    if (ready === false) return undefined
    throw new Error(
      `The database server takes no connections after ${READY_TIMEOUT_MS / 1000} s: see ${prepared.folder.logFile}.`,
    )
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function isReady({ home, superuser }: PreparedServer): Promise<true | undefined> {
  // The server says in its pid file how far it is; each attempt before that would fill its log.
  const status = await readFile(join(home, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return status.includes('\nready') ? await tryConnection(superuser) : undefined
}

async function spawnServer(prepared: PreparedServer): Promise<ServerProcess> {
  const { folder, home, account, binaries, superuser, settings } = prepared
  // Quoted, because the setting is a list and a folder's name may have a comma in it.
  const socketFolders = `"${superuser.host.replaceAll('"', '""')}"`
  const allSettings = {
    ...serverSettings,
    unix_socket_directories: socketFolders,
    ...settings,
  }
  const args = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  const logFile = asOwnerOf(folder.path, () => openSync(folder.logFile, 'a', 0o600))
  // In a session of its own, where Ctrl-C does not reach it, and with nothing of ours held open.
  const child = spawn(binaries.postgres, ['-D', join(home, 'postgres'), ...args], {
    ...processOptions(account),
    detached: true,
    stdio: ['ignore', logFile, logFile],
  })
  closeSync(logFile)
  let running = true
  const ended = new Promise<string>(resolve => {
    child.once('exit', (code, signal) => {
      running = false
      resolve(signal ?? `exit code ${code}`)
    })
  })
  await once(child, 'spawn')

  return {
    isRunning: () => running,
    ended,
    async stop() {
      child.kill('SIGINT')
      const stopped = await pollUntil(() => !running || undefined, {
        timeoutMs: SHUTDOWN_TIMEOUT_MS,
      })
      // SIGQUIT loses nothing: the next start recovers from the write-ahead log.
      if (!stopped) child.kill('SIGQUIT')
      await ended
    },
  }
}

/** Starts the server, after stopping a leftover one. */
export async function startServer(prepared: PreparedServer, log: Log): Promise<RunningServer> {
  const server = await pollUntil(
    async () => {
      await stopLeftoverServer(prepared.home, log)
      return await runServer(prepared)
    },
    { timeoutMs: RETRY_TIMEOUT_MS, intervalMs: 100 },
  )
  if (server) return server
  throw new Error(
    `The database server did not start. See ${prepared.folder.logFile} for the reason.`,
  )
}
