import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { promoteRuns, RUN_LIFETIME } from './run.ts'

/**
 * Ends a run for good, whichever engine works on it: that one finds out by itself and stops. Returns `ended` if
 * the run had ended before, and undefined if there is none.
 */
export async function cancelRun(
  database: Database,
  id: string,
): Promise<'cancelled' | 'ended' | undefined> {
  if (!isUuid(id)) return undefined
  const { rows: cancelled } = await database.query<{ queue: string }>(
    `with cancelled as (
       update run
       set state = 'failed', failure = 'cancelled', sealed_request = null,
         completed_at = clock_timestamp(), updated_at = clock_timestamp()
       where id = $1 and state in ('queued', 'running')
         and created_at > clock_timestamp() - ${RUN_LIFETIME}
       returning id, queue
     ),
     job as (select (graphile_worker.remove_job(id::text)).id from cancelled)
     select queue from cancelled left join job on true`,
    [id],
  )
  const [run] = cancelled
  if (run) {
    await promoteRuns(database, run.queue)
    return 'cancelled'
  }
  const { rows } = await database.query<{ is_cancelled: boolean }>(
    `select failure is not distinct from 'cancelled' as is_cancelled from run
     where id = $1 and created_at > clock_timestamp() - ${RUN_LIFETIME}`,
    [id],
  )
  const [known] = rows
  return known && (known.is_cancelled ? 'cancelled' : 'ended')
}
