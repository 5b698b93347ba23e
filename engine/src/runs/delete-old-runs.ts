import type { Database } from '@footnote/platform/database/connect'
import { RUN_LIFETIME } from './run.ts'

/** Everything of a run, its job too. What is left in the database's files is sealed. */
export async function deleteOldRuns(database: Database): Promise<void> {
  await database.query(
    `with deleted as (
       delete from run where created_at <= clock_timestamp() - ${RUN_LIFETIME} returning id
     )
     select graphile_worker.remove_job(id::text) from deleted`,
  )
}
