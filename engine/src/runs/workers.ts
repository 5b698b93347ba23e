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
  /** Takes nothing new; what runs has a few seconds, then is handed back. */
  stop(): Promise<void>
}

const RESTART_MS = 1_000
const POLL_MS = 1_000

/** Runs jobs as they come. The library's own tables must be there. */
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
        // Not for the batching: without it a job that cannot be ended is a rejection nobody handles.
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

  /** A pool ends by itself when the database was away at the wrong moment. */
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
        // Its failure is the end of the pool's promise too, which is heard of there.
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
  // A connection that breaks fails its query; without listeners it would end the process as well.
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

/** The job library's log as ours: its messages quote errors and jobs, so only their kind is kept. */
function createJobLog(log: Log): Logger {
  return new Logger(() => (level, _message, meta) => {
    if (level !== 'error' && level !== 'warning') return
    const error = meta?.['error'] ?? meta?.['fatalError']
    log.warn(error === undefined ? {} : describeFault(error), 'a problem with background jobs')
  })
}
