import type { Database } from '@footnote/platform/database/connect'
import type { Attempt } from './claim-run.ts'
import { MOST_ATTEMPTS } from './claim-run.ts'
import type { Failure } from './failures.ts'

/** All false when the attempt had no right to end the run: another has it, or it is over. */
export async function completeRun(
  database: Database,
  { runId, attemptId }: Attempt,
  sealedOutcome: Buffer,
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update run
     set state = 'completed', sealed_outcome = $3, sealed_request = null,
       completed_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1 and attempt_id = $2 and state = 'running'`,
    [runId, attemptId, sealedOutcome],
  )
  return rowCount === 1
}

export async function failRun(
  database: Database,
  { runId, attemptId }: Attempt,
  { failure, sealedOutcome }: { failure: Failure; sealedOutcome?: Buffer },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update run
     set state = 'failed', failure = $3, sealed_outcome = $4, sealed_request = null,
       completed_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1 and attempt_id = $2 and state = 'running'`,
    [runId, attemptId, failure, sealedOutcome],
  )
  return rowCount === 1
}

/** For a run whose attempts all died without a word. */
export async function giveUpRun(database: Database, runId: string): Promise<void> {
  await database.query(
    `update run
     set state = 'failed', failure = 'gave_up', sealed_request = null,
       completed_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1 and state in ('queued', 'running') and attempts >= $2`,
    [runId, MOST_ATTEMPTS],
  )
}
