import { randomUUID } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { type Failure, RUN_LIFETIME } from './run.ts'

/** One attempt at a run. Only the newest may write about it. */
export interface Attempt {
  readonly runId: string
  readonly attemptId: string
  /** From 1. */
  readonly number: number
  readonly sealedRequest: Buffer
  readonly queue: string
}

export const MOST_ATTEMPTS = 3

/**
 * Begins an attempt, which ends the right of any earlier one to write. Undefined when there is nothing
 * to do: the run has ended, is gone, or was tried too often.
 */
export async function claimRun(database: Database, runId: string): Promise<Attempt | undefined> {
  const attemptId = randomUUID()
  const { rows } = await database.query<{
    attempts: number
    sealed_request: Buffer
    queue: string
  }>(
    `update run
     set state = 'running', attempts = attempts + 1, attempt_id = $2, updated_at = clock_timestamp()
     where id = $1 and state in ('queued', 'running') and attempts < $3
       and created_at > clock_timestamp() - ${RUN_LIFETIME}
     returning attempts, sealed_request, queue`,
    [runId, attemptId, MOST_ATTEMPTS],
  )
  const [row] = rows
  if (!row) return undefined
  const { attempts: number, sealed_request: sealedRequest, queue } = row
  return { runId, attemptId, number, sealedRequest, queue }
}

/** Takes back an attempt that an orderly shutdown cut short. */
export async function releaseRun(database: Database, { runId, attemptId }: Attempt): Promise<void> {
  await database.query(
    `update run set attempts = attempts - 1, attempt_id = null, updated_at = clock_timestamp()
     where id = $1 and attempt_id = $2 and state = 'running'`,
    [runId, attemptId],
  )
}

/** Returns false if the attempt may not end the run: another has it, or it has ended. */
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

/** Fails a run whose attempts all died silently. */
export async function giveUpRun(database: Database, runId: string): Promise<void> {
  await database.query(
    `update run
     set state = 'failed', failure = 'gave_up', sealed_request = null,
       completed_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1 and state in ('queued', 'running') and attempts >= $2`,
    [runId, MOST_ATTEMPTS],
  )
}
