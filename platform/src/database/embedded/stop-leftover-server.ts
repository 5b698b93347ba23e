import { access, readFile, rm } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { pollUntil } from '../../poll-until.ts'
import { ignoreMissing } from './ignore-missing.ts'
import type { Log } from './log.ts'
import { socketIn } from './socket-folder.ts'

// A server that is just starting has written its pid file and listens a moment later.
const LISTEN_TIMEOUT_MS = 3_000
const SHUTDOWN_TIMEOUT_MS = 60_000

/**
 * Stops the server that a killed process left running, so that every server is the child of the
 * process that answers for it. The pid file alone is no proof: its number may be another process
 * by now, which must not be signalled. A server listens on its socket; the other does not.
 */
export async function stopLeftoverServer(home: string, log: Log): Promise<void> {
  const pidFile = join(home, 'postgres', 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8').catch(ignoreMissing)
  if (content === undefined) return
  const [pidLine, , , , socketFolder = ''] = content.split('\n')
  const pid = Number(pidLine)
  const socket = socketIn(socketFolder)

  const found = await pollUntil(
    async () => {
      if (pid > 0 && !trySignal(pid, 0)) return 'dead'
      return (await isListening(socket)) ? 'listening' : undefined
    },
    { timeoutMs: LISTEN_TIMEOUT_MS },
  )
  // PostgreSQL sees that by itself, and uses the file to wait for the dead server's children.
  if (found === 'dead') return
  if (found === 'listening') {
    log.info(`Stopping the database server that an earlier process left running (pid ${pid}).`)
    await shutDown(pid, pidFile)
    return
  }
  // PostgreSQL would take the other process for its server and refuse to start. Should there be a
  // server after all, it still finds out by the memory that the cluster's processes share.
  log.warn(`Removing ${pidFile}: process ${pidLine} is not a database server.`)
  await rm(pidFile, { force: true })
  await rm(`${socket}.lock`, { force: true })
}

async function shutDown(pid: number, pidFile: string): Promise<void> {
  // Both are asked: in some containers nobody collects the dead, who then seem alive for ever.
  const hasEnded = async () => {
    if (!trySignal(pid, 0)) return true
    return await access(pidFile).then(
      () => undefined,
      () => true,
    )
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    trySignal(pid, signal)
    if (await pollUntil(hasEnded, { timeoutMs: SHUTDOWN_TIMEOUT_MS })) return
  }
}

function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function isListening(socket: string): Promise<boolean> {
  return new Promise(resolve => {
    const connection = net.connect(socket, () => {
      connection.destroy()
      resolve(true)
    })
    connection.once('error', () => resolve(false))
  })
}
