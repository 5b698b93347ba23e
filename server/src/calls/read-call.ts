import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { retryUntil } from '../database/retry-until.ts'
import type { Lease } from '../instance/lease.ts'
import type { ToolResult } from '../upstream/tool-calls.ts'
import { type CallRow, findCall } from './find-call.ts'
import type { HeldResults } from './held-results.ts'
import type { RunningCalls } from './running-calls.ts'

export interface ReadCallDependencies {
  readonly database: Database
  readonly lease: Pick<Lease, 'instanceId' | 'holdsUntil'>
  readonly results: HeldResults
  readonly running: RunningCalls
  readonly holdMs: number
}

/** A call as it is now, or the instance to ask for it. */
export type ReadCall =
  | { readonly kind: 'running' | 'failed'; readonly call: CallRow }
  | { readonly kind: 'completed'; readonly call: CallRow; readonly result?: ToolResult }
  | Elsewhere

/** A call that another instance answers for. */
export interface Elsewhere {
  readonly kind: 'elsewhere'
  readonly call: CallRow
  readonly url: string
}

/** How long a paid call waits for the database to say how it ended. */
const PATIENCE_MS = 5_000

/** Reads a call again if the database does not answer, since its result may be paid and held. */
export async function readCallPatiently(
  deps: ReadCallDependencies,
  owner: { requestId: string; accountId: string },
  signal: AbortSignal,
): Promise<ReadCall> {
  const deadline = performance.now() + PATIENCE_MS
  const read = await retryUntil({ deadline, signal }, () =>
    readCall(deps, owner).catch((error: unknown) => {
      if (error instanceof ApiError) return error
      throw error
    }),
  )
  if (read === undefined || read instanceof ApiError) throw read ?? checkLater()
  return read
}

/** Reads a call of this account, and its result if this process still holds it. */
export async function readCall(
  deps: ReadCallDependencies,
  owner: { requestId: string; accountId: string },
): Promise<ReadCall> {
  const call = await requireCurrentCall(deps, owner)
  if (call.state === 'refunded') return { kind: 'failed', call }
  if (call.task_state !== null) {
    return { kind: call.task_state === 'completed' ? 'completed' : 'running', call }
  }
  if (call.state === 'held') return { kind: 'running', call }
  return call.instance_id === deps.lease.instanceId
    ? readOwn(deps, call)
    : readForeign(call, deps.holdMs)
}

function readOwn({ lease, results, running }: ReadCallDependencies, call: CallRow): ReadCall {
  const result = results.find(call.charge_id)
  // Captured this moment: the result is about to be held.
  if (running.find(call.charge_id)) return { kind: 'running', call }
  if (result === undefined) return { kind: 'completed', call }
  // Another process may have refunded the call since the row was read, unless the lease surely holds.
  if (result === 'withheld' || performance.now() >= lease.holdsUntil()) throw checkLater()
  return { kind: 'completed', call, result }
}

function readForeign(call: CallRow, holdMs: number): ReadCall {
  const mayBeHeld = call.instance_lives && (call.settled_ms ?? 0) < holdMs
  if (mayBeHeld && call.instance_url !== null) {
    return { kind: 'elsewhere', call, url: call.instance_url }
  }
  // It is delivered by the instance that ran it, or refunded if that one is dead.
  if (mayBeHeld || call.is_undelivered) throw checkLater()
  return { kind: 'completed', call }
}

/** Returns where a call runs that this process does not run, or throws that it cannot be reached now. */
export function runningElsewhere(
  { lease }: { lease: Pick<Lease, 'instanceId'> },
  call: CallRow,
): Elsewhere {
  const { instance_id, instance_lives, instance_url } = call
  const isForeign = instance_id !== lease.instanceId && instance_lives
  // Debited this very moment, or about to be refunded because its instance is dead.
  if (!isForeign || instance_url === null) throw checkLater()
  return { kind: 'elsewhere', call, url: instance_url }
}

/** Returns the caller's own call. One that ends in this process while its row is read is read again. */
export async function requireCurrentCall(
  {
    database,
    lease,
    running,
  }: Pick<ReadCallDependencies, 'database' | 'running'> & { lease: Pick<Lease, 'instanceId'> },
  owner: { requestId: string; accountId: string },
): Promise<CallRow> {
  const call = await requireCall(database, owner)
  const hasEnded =
    call.state === 'held' &&
    call.task_state === null &&
    call.instance_id === lease.instanceId &&
    !running.find(call.charge_id)
  return hasEnded ? requireCall(database, owner) : call
}

/** Returns the caller's own call, or throws that there is none. */
export async function requireCall(
  database: Database,
  owner: { requestId: string; accountId: string },
): Promise<CallRow> {
  const call = await findCall(database, owner)
  if (call) return call
  throw new ApiError('JOB_NOT_FOUND', {
    message: 'Your account has no charged call with this ID. Check the request_id.',
  })
}

export function checkLater(): ApiError {
  return new ApiError('JOB_POLL_FAILED', {
    message:
      'The call could not be checked right now, and nothing about it changed. Repeat this request in a few seconds.',
  })
}
