import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { UpstreamReason } from '@footnote/contract/refund-causes'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { SealBroken } from '@footnote/platform/seal'
import type { ResearchRequest, ResearchResult, Stage } from '../research.ts'
import { type SealKeys, seal, unseal } from './seal.ts'

/** The runs, and the keys that their texts are sealed with. */
export interface RunStore {
  readonly database: Database
  readonly sealKeys: SealKeys
}

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
const RUN_LIFETIME = `interval '24 hours'`
export const IS_ALIVE = `created_at > clock_timestamp() - ${RUN_LIFETIME}`

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
  { database, sealKeys }: RunStore,
  { request, queue }: { request: ResearchRequest; queue: string },
): Promise<Pick<Run, 'id' | 'state' | 'createdAt'>> {
  const id = randomUUIDv7()
  const sealedRequest = await seal(sealKeys, request, { runId: id, field: 'request' })
  const { rows } = await database.query<{ created_at: Date }>(
    'insert into run (id, sealed_request, queue) values ($1, $2, $3) returning created_at',
    [id, sealedRequest, queue],
  )
  const [row] = rows
  if (!row) throw new Error('a run was not stored')
  return { id, state: 'queued', createdAt: row.created_at }
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
  { database, sealKeys }: RunStore,
  id: string,
): Promise<Run | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await database.query<RunRow>(
    `select state, created_at, updated_at, completed_at, sealed_outcome, failure from run
     where id = $1 and ${IS_ALIVE}`,
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

/** Deletes old runs. Remnants in the database's files are sealed. */
export async function deleteOldRuns(database: Database): Promise<void> {
  await database.query(`delete from run where created_at <= clock_timestamp() - ${RUN_LIFETIME}`)
}

/** One attempt at a run. Only the newest may write about it. */
export interface Attempt {
  readonly runId: string
  readonly attemptId: string
  /** From 1. */
  readonly number: number
  readonly sealedRequest: Buffer
}

export const MOST_ATTEMPTS = 3

/** A running run whose engine is gone or has given up on it, in the eyes of the engine `$1` at work on `$2`. */
const IS_LEFT = `state = 'running' and id <> all ($2) and (
  engine_id = $1
  or engine_id not in (select engine_id from worker_lease where lease_until > clock_timestamp())
  -- An attempt of the previous release, which names no engine.
  or engine_id is null
    and (attempt_id is null or updated_at < clock_timestamp() - interval '1 hour')
)`

/**
 * Begins an attempt at a free run, which ends the right of any earlier one to write. Queues take turns: the one that was
 * served least recently is next, with its oldest run. Undefined if there is none, or if this engine's lease has lapsed.
 */
export async function claimRun(
  database: Database,
  { engineId, atWork }: { engineId: string; atWork: readonly string[] },
): Promise<Attempt | undefined> {
  const attemptId = randomUUID()
  const { rows } = await database.query<{ id: string; attempts: number; sealed_request: Buffer }>(
    // Walks the index from queue to queue, since a queue may be long.
    `with recursive waiting_queue as (
       (select queue from run where state = 'queued' order by queue limit 1)
       union all
       select (
         select run.queue from run
         where state = 'queued' and run.queue > waiting_queue.queue order by run.queue limit 1
       )
       from waiting_queue where queue is not null
     ),
     free as (
       select oldest.* from waiting_queue cross join lateral (
         select id, attempt_id, queue, created_at from run
         where state = 'queued' and run.queue = waiting_queue.queue and ${IS_ALIVE}
         order by created_at, id limit 1
       ) as oldest
       union all
       select id, attempt_id, queue, created_at from run
       where ${IS_LEFT} and ${IS_ALIVE} and attempts < $3
     ),
     next as (
       select id, attempt_id from free
       order by (select max(claimed_at) from run where run.queue = free.queue) nulls first,
         created_at, id
       limit 1
     )
     update run
     set state = 'running', attempts = attempts + 1, attempt_id = $4, engine_id = $1,
       claimed_at = clock_timestamp(), updated_at = clock_timestamp()
     from next
     where run.id = next.id and state in ('queued', 'running')
       -- Another engine may have been faster.
       and run.attempt_id is not distinct from next.attempt_id
       and exists (
         select from worker_lease where engine_id = $1 and lease_until > clock_timestamp()
       )
     returning run.id, attempts, sealed_request`,
    [engineId, atWork, MOST_ATTEMPTS, attemptId],
  )
  const [row] = rows
  return (
    row && { runId: row.id, attemptId, number: row.attempts, sealedRequest: row.sealed_request }
  )
}

/** Takes back an attempt that an orderly shutdown cut short. */
export async function releaseRun(database: Database, { runId, attemptId }: Attempt): Promise<void> {
  await database.query(
    `update run set attempts = attempts - 1, attempt_id = null, updated_at = clock_timestamp()
     where id = $1 and attempt_id = $2 and state = 'running'`,
    [runId, attemptId],
  )
}

export interface Ending {
  readonly failure?: Failure
  readonly sealedOutcome?: Buffer
}

/** Ends the runs that meet a condition, and returns how many. Their kept replies of a model are deleted. */
async function endRuns(
  database: Database,
  condition: string,
  values: readonly unknown[],
  { failure, sealedOutcome }: Ending,
): Promise<number> {
  const next = values.length + 1
  const { rowCount } = await database.query(
    `with ended as (
       update run
       set state = case when $${next}::text is null then 'completed' else 'failed' end::run_state,
         failure = $${next}, sealed_outcome = $${next + 1}, sealed_request = null,
         completed_at = clock_timestamp(), updated_at = clock_timestamp()
       where state in ('queued', 'running') and ${condition}
       returning id
     ),
     forgotten as (delete from run_reply where run_id in (select id from ended))
     select id from ended`,
    [...values, failure, sealedOutcome],
  )
  return rowCount ?? 0
}

/** Returns false if the attempt may not end the run: another has it, or it has ended. */
export async function endRun(
  database: Database,
  { runId, attemptId }: Attempt,
  ending: Ending,
): Promise<boolean> {
  const condition = 'id = $1 and attempt_id = $2'
  return (await endRuns(database, condition, [runId, attemptId], ending)) === 1
}

/** Fails runs whose attempts all died silently. */
export async function giveUpRuns(
  database: Database,
  { engineId, atWork }: { engineId: string; atWork: readonly string[] },
): Promise<void> {
  const condition = `${IS_LEFT} and ${IS_ALIVE} and attempts >= $3`
  await endRuns(database, condition, [engineId, atWork, MOST_ATTEMPTS], { failure: 'gave_up' })
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
  const condition = `id = $1 and ${IS_ALIVE}`
  await endRuns(database, condition, [id], { failure: 'cancelled' })
  const { rows } = await database.query<{ is_cancelled: boolean }>(
    `select failure is not distinct from 'cancelled' as is_cancelled from run where ${condition}`,
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
