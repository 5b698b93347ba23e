import { randomUUIDv7 } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, type Database, isBehindPooler } from '@footnote/platform/database/connect'
import { createPoolerClient } from '@footnote/platform/database/pooler-client'
import { describeFault, type Log } from '@footnote/platform/log'
import { Logger, runMigrations, runTaskList, type WorkerPool } from 'graphile-worker'
import pg from 'pg'
import { promoteRuns, RUN_TASK } from './run.ts'

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

/** A lease: while it is valid, an engine's worker pool counts as alive. */
interface WorkerLease {
  readonly engineId: string
  renew(): Promise<void>
  release(): Promise<void>
}

/** After this many attempts at a job, graphile-worker waits ever longer before the next. */
const PATIENT_ATTEMPTS = 3

/** Uses the database's clock, which all engines share. */
export function createWorkerLease(
  database: Database,
  { poolId, leaseMs }: { poolId: () => string; leaseMs: number },
): WorkerLease {
  const engineId = randomUUIDv7()
  return {
    engineId,
    async renew() {
      await database.query(
        `insert into worker_lease (pool_id, engine_id, lease_until)
         values ($1, $2, clock_timestamp() + $3 * interval '1 ms')
         on conflict (pool_id) do update set lease_until = excluded.lease_until`,
        [poolId(), engineId, leaseMs],
      )
    },
    release: () => endLeases(database, engineId),
  }
}

/** Releases the jobs of an engine that is certainly gone. */
export async function endLeases(database: Database, engineId: string): Promise<void> {
  await database.query(
    `with ended as (
       delete from worker_lease where engine_id = $1 returning pool_id
     )
     select graphile_worker.force_unlock_workers(array(select pool_id from ended))`,
    [engineId],
  )
}

/**
 * Hands on the work of engines that are gone. The library itself would wait four hours. A pool that
 * has taken a job so recently may not have written its lease yet, and is given the time for it.
 */
export async function recoverJobs(
  database: Database,
  { leaseMs }: { leaseMs: number },
): Promise<void> {
  await database.query(
    `delete from worker_lease where lease_until < clock_timestamp() - interval '1 day'`,
  )
  await database.query(
    `select graphile_worker.force_unlock_workers(array(
       select distinct locked_by from graphile_worker.jobs
       where locked_at < clock_timestamp() - $1 * interval '1 ms'
         and locked_by not in (
           select pool_id from worker_lease where lease_until > clock_timestamp()
         )
     ))`,
    [leaseMs],
  )
  await database.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now(), attempts => 1)
     from graphile_worker.jobs
     where attempts > $1 and locked_by is null`,
    [PATIENT_ATTEMPTS],
  )
  // An old attempt that comes back may have removed the job of the new one.
  await database.query(
    `select graphile_worker.add_job($1, json_build_object('runId', id), job_key => id::text)
     from run
     where state in ('queued', 'running')
       and updated_at < clock_timestamp() - $2 * interval '1 ms'
       and not exists (select from graphile_worker.jobs where key = run.id::text)`,
    [RUN_TASK, leaseMs],
  )
  await promoteRuns(database)
}
