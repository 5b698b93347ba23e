import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import type { ResearchRequest } from '../research.ts'
import { RUN_TASK, type Run } from './run.ts'
import { seal } from './seal.ts'
import type { SealKeys } from './seal-keys.ts'

/** Stores a run. Once this resolves, some engine will complete it or fail it. */
export async function submitRun(
  { database, sealKeys }: { database: Database; sealKeys: SealKeys },
  { request, queue }: { request: ResearchRequest; queue: string },
): Promise<Pick<Run, 'id' | 'state' | 'createdAt'>> {
  const id = randomUUIDv7()
  const sealedRequest = await seal(sealKeys, request, { runId: id, field: 'request' })
  const { rows } = await database.query<{ created_at: Date }>(
    `with submitted as (
       insert into run (id, sealed_request, queue) values ($1, $2, $4) returning id, created_at
     ),
     job as (
       select (graphile_worker.add_job(
         $3, json_build_object('runId', id), job_key => id::text,
         priority => case when exists (select from run where queue = $4 and state = 'queued')
           then $6::integer else $5::integer end
       )).id
       from submitted
     )
     select created_at from submitted, job`,
    [id, sealedRequest, RUN_TASK, queue, priorities.next, priorities.waiting],
  )
  const [row] = rows
  if (!row) throw new Error('a run was not stored')
  return { id, state: 'queued', createdAt: row.created_at }
}

/** graphile-worker priorities, lowest first: the next run of each queue, then all other runs. */
const priorities = { next: 0, waiting: 1 } as const

/**
 * Promotes the oldest waiting run of a queue, or of each queue. A run is promoted only when the one
 * before it has been taken, so queues take turns however many runs they hold.
 */
export async function promoteRuns(database: Database, queue?: string): Promise<void> {
  await database.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now(), priority => $2)
     from (
       select distinct on (run.queue) job.id, min(job.priority) over (partition by run.queue) as lowest
       from run join graphile_worker.jobs as job on job.key = run.id::text
       where run.state = 'queued' and ($1::text is null or run.queue = $1)
       order by run.queue, run.created_at, run.id
     ) as oldest
     where lowest > $2`,
    [queue, priorities.next],
  )
}
