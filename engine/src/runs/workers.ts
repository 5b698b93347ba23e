import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, isBehindPooler } from '@footnote/platform/database/connect'
import { createPoolerClient } from '@footnote/platform/database/pooler-client'
import { describeFault, type Log } from '@footnote/platform/log'
import { Logger, runMigrations, runTaskList, type WorkerPool } from 'graphile-worker'
import pg from 'pg'
import { RUN_TASK } from './run.ts'

interface Workers {
  /** Returns graphile-worker's ID of the pool that takes jobs now. */
  poolId(): string
  /** Takes no new jobs; running ones get a few seconds, then are handed back. */
  stop(): Promise<void>
}

const RESTART_MS = 1_000
const POLL_MS = 1_000

/** Runs jobs as they come. Needs graphile-worker's tables. */
export function startWorkers(
  jobPool: pg.Pool,
  {
    work,
    concurrency,
    finishMs,
    log,
  }: {
    work: (job: { runId: string; signal: AbortSignal }) => Promise<void>
    concurrency: number
    /** Time that running jobs get at a shutdown. */
    finishMs: number
    log: Log
  },
): Workers {
  const options = {
    pgPool: jobPool,
    concurrency,
    noHandleSignals: true,
    pollInterval: POLL_MS,
    logger: createJobLog(log),
    preset: {
      worker: {
        gracefulShutdownAbortTimeout: finishMs,
        // Without batching, a job that cannot be completed becomes an unhandled rejection.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  }
  const stopped = new AbortController()
  let pool = startPool()
  const ended = keepRunning()

  function startPool(): WorkerPool {
    return runTaskList(
      options,
      {
        [RUN_TASK]: async (payload, { abortSignal }) => {
          const { runId } = payload as { runId: string }
          await work({ runId, signal: abortSignal ?? stopped.signal })
        },
      },
      jobPool,
    )
  }

  /** Restarts the pool, which ends if the database fails at the wrong moment. */
  async function keepRunning(): Promise<void> {
    for (;;) {
      await pool.promise.catch(() => log.warn('the workers stopped on a fault'))
      if (stopped.signal.aborted) return
      await delay(RESTART_MS, undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      pool = startPool()
    }
  }

  return {
    poolId: () => pool.id,
    async stop() {
      if (!stopped.signal.aborted) {
        stopped.abort()
        // A failure also ends the pool's promise, which is handled above.
        await Promise.resolve(pool.gracefulShutdown()).catch(() => {})
      }
      await ended
    },
  }
}

/**
 * The library's own connections: it counts on numbers as `pg` reads them by default. One of them
 * listens for new jobs; behind a pooler, jobs are found by polling alone.
 */
export async function openJobPool(
  connection: Connection,
  { concurrency, log }: { concurrency: number; log: Log },
): Promise<pg.Pool> {
  const jobPool = new pg.Pool({
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    ...(isBehindPooler(connection) && { Client: createPoolerClient() }),
    max: concurrency + 2,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'footnote jobs',
  })
  // Without listeners, a broken connection would end the process.
  jobPool.on('error', () => {})
  jobPool.on('connect', client => client.on('error', () => {}))
  try {
    await runMigrations({ pgPool: jobPool, logger: createJobLog(log) })
    return jobPool
  } catch (error) {
    await jobPool.end()
    throw error
  }
}

/** Writes graphile-worker's log to ours. Its messages quote errors and jobs, so only their kind is kept. */
function createJobLog(log: Log): Logger {
  return new Logger(() => (level, _message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    const error = meta?.['error'] ?? meta?.['fatalError']
    log.warn(error === undefined ? {} : describeFault(error), 'a problem with background jobs')
  })
}
