import type { UpstreamReason } from '@footnote/contract/refund-causes'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { SealBroken } from '@footnote/platform/seal'
import type { ResearchResult } from '../research.ts'
import { type Failure, failures, RUN_LIFETIME, type Run, type RunState } from './run.ts'
import { unseal } from './seal.ts'
import type { SealKeys } from './seal-keys.ts'

interface RunRow {
  readonly state: RunState
  readonly created_at: Date
  readonly updated_at: Date
  readonly completed_at: Date | null
  readonly sealed_outcome: Buffer | null
  readonly failure: Failure | null
}

export async function findRun(
  { database, sealKeys }: { database: Database; sealKeys: SealKeys },
  id: string,
): Promise<Run | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await database.query<RunRow>(
    `select state, created_at, updated_at, completed_at, sealed_outcome, failure from run
     where id = $1 and created_at > clock_timestamp() - ${RUN_LIFETIME}`,
    [id],
  )
  const [row] = rows
  if (!row) return undefined
  const run = {
    id,
    state: row.state,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
  }
  const outcome = row.sealed_outcome && (await readOutcome(sealKeys, id, row.sealed_outcome))
  if (row.state === 'failed') {
    const { error = failures[row.failure ?? 'no_result'], reason } = outcome ?? {}
    if (row.failure === 'time_limit') return { ...run, error, reason: 'time_limit' }
    return { ...run, error, ...(reason && { reason }) }
  }
  if (row.state !== 'completed') return run
  // The result cannot be read any more, so the run counts as failed.
  return outcome?.result
    ? { ...run, result: outcome.result }
    : { ...run, state: 'failed', error: failures.unreadable }
}

interface Outcome {
  readonly result?: ResearchResult
  readonly error?: string
  readonly reason?: UpstreamReason
}

async function readOutcome(
  keys: SealKeys,
  runId: string,
  sealed: Buffer,
): Promise<Outcome | undefined> {
  try {
    return (await unseal(keys, sealed, { runId, field: 'outcome' })) as Outcome
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/** Deletes old runs and their jobs. Remnants in the database's files are sealed. */
export async function deleteOldRuns(database: Database): Promise<void> {
  await database.query(
    `with deleted as (
       delete from run where created_at <= clock_timestamp() - ${RUN_LIFETIME} returning id
     )
     select graphile_worker.remove_job(id::text) from deleted`,
  )
}
