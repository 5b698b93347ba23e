import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { RUN_TASK } from './run.ts'
import { promoteRuns } from './submit-run.ts'

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
