import { pollUntil } from '../../poll-until.ts'
import type { Log } from './log.ts'
import type { PreparedServer } from './prepare-server.ts'
import { type RunningServer, runServer } from './run-server.ts'
import { stopLeftoverServer } from './stop-leftover-server.ts'

// The children of a server that was killed keep its memory until they notice, each in its own time.
const RETRY_TIMEOUT_MS = 30_000

/** Brings the server up, whatever the one before it left behind. */
export async function startServer(prepared: PreparedServer, log: Log): Promise<RunningServer> {
  const server = await pollUntil(
    async () => {
      await stopLeftoverServer(prepared.home, log)
      return await runServer(prepared)
    },
    { timeoutMs: RETRY_TIMEOUT_MS, intervalMs: 100 },
  )
  if (server) return server
  throw new Error(`The database server does not start: ${prepared.folder.logFile} says why.`)
}
