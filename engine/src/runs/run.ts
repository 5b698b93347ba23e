import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { UpstreamReason } from '@footnote/contract/refund-causes'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { SealBroken } from '@footnote/platform/seal'
import type { Stage } from '../progress.ts'
import type { ResearchRequest, ResearchResult } from '../research.ts'
import { type SealKeys, seal, unseal } from './seal.ts'

/** A background run, from its submission until it is deleted. */
export interface Run {
  readonly id: string
  readonly state: RunState
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly completedAt: Date | null
  /** Present if the run is completed. */
  readonly result?: ResearchResult
  /** Message for people; present if the run failed. */
  readonly error?: string
  /** Code for the same failure, if there is one. */
  readonly reason?: UpstreamReason
}

export type RunState = 'queued' | 'running' | 'completed' | 'failed'

export interface RunEvent {
  readonly id: number
  readonly name: Stage
  readonly counts: Readonly<Record<string, number>>
}

/** Time from submission to deletion; the migrations have the same value. */
export const RUN_LIFETIME = `interval '24 hours'`

/** The name of graphile-worker's task. */
export const RUN_TASK = 'run'

export function isFinal(state: RunState): boolean {
  return state === 'completed' || state === 'failed'
}

/** Messages for failed runs. None contains anything that a caller sent. */
export const failures = {
  no_result: 'No result could be given.',
  time_limit: 'The research took longer than its effort allows; ask for less, or try again.',
  gave_up: 'The research was interrupted too often; submit it again.',
  cancelled: 'The research was cancelled.',
  unreadable: 'The question can no longer be read; submit it again.',
} as const

export type Failure = keyof typeof failures

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
    if (row.failure === 'time_limit' || row.failure === 'cancelled') {
      return { ...run, error, reason: row.failure }
    }
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
export async function endRun(
  database: Database,
  { runId, attemptId }: Attempt,
  { failure, sealedOutcome }: { failure?: Failure; sealedOutcome?: Buffer },
): Promise<boolean> {
  const state = failure === undefined ? 'completed' : 'failed'
  const { rowCount } = await database.query(
    `update run
     set state = $3, failure = $4, sealed_outcome = $5, sealed_request = null,
       completed_at = clock_timestamp(), updated_at = clock_timestamp()
     where id = $1 and attempt_id = $2 and state = 'running'`,
    [runId, attemptId, state, failure, sealedOutcome],
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

/** Counts the runs that have not ended, by state. */
export async function countRuns(database: Database): Promise<Record<string, number>> {
  const { rows } = await database.query<{ state: string; runs: number }>(
    `select state, count(*)::integer as runs from run
     where state in ('queued', 'running') group by state`,
  )
  return Object.fromEntries(rows.map(({ state, runs }) => [state, runs]))
}
