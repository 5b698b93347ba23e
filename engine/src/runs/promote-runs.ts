import type { Database } from '@footnote/platform/database/connect'

/** graphile-worker priorities, lowest first: the next run of each queue, then all other runs. */
export const priorities = { next: 0, waiting: 1 } as const

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
