import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import type { Lease } from '../instance/lease.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { CallRow } from './find-call.ts'
import type { InFlight } from './in-flight.ts'
import {
  checkLater,
  type Elsewhere,
  requireCall,
  requireCurrentCall,
  runningElsewhere,
} from './read-call.ts'
import type { RunningCalls } from './running-calls.ts'

interface CancelDependencies {
  readonly database: Database
  readonly lease: Pick<Lease, 'instanceId'>
  readonly running: RunningCalls
  readonly inFlight: InFlight
  readonly pollMs: number
}

type Cancelled =
  | { readonly kind: 'failed'; readonly call: CallRow }
  | Elsewhere
  | { readonly kind: 'task'; readonly call: CallRow }

/**
 * Cancels a synchronous call. The upstream's reply to the call decides, and settles it like any other: this
 * only asks the upstream to stop, and waits for the end.
 */
export async function cancelCall(
  deps: CancelDependencies,
  owner: { requestId: string; accountId: string },
): Promise<Cancelled> {
  const call = await requireCurrentCall(deps, owner)
  if (call.state === 'refunded') return { kind: 'failed', call }
  if (call.task_state !== null) return { kind: 'task', call }
  if (call.state === 'captured') throw tooLate()
  const running = deps.running.find(call.charge_id)
  if (!running) return runningElsewhere(deps, call)
  const isStopped = await askUpstream(deps, running.cancel)
  if (!isStopped) throw new ApiError('CANNOT_CANCEL')
  await running.ended
  const ended = await requireCall(deps.database, owner)
  if (ended.state === 'refunded') return { kind: 'failed', call: ended }
  throw ended.state === 'captured' ? tooLate() : checkLater()
}

/** Asks the upstream to stop; an upstream that cannot be asked has confirmed nothing. */
export async function askUpstream(
  { inFlight, pollMs }: Pick<CancelDependencies, 'inFlight' | 'pollMs'>,
  ask: Parameters<typeof inFlight.run<boolean>>[1],
): Promise<boolean> {
  try {
    return await inFlight.run(pollMs, ask)
  } catch (error) {
    if (error instanceof UpstreamError) throw checkLater()
    throw error
  }
}

export function tooLate(): ApiError {
  return new ApiError('CANNOT_CANCEL', {
    message:
      'The call completed before it could be cancelled, so it stays charged. Retrieve its result.',
  })
}
