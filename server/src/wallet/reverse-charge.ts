import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@footnote/platform/database/connect'
import type { Batcher } from '../database/batch.ts'
import type { ChargeOfAccount } from './deliveries.ts'
import { type Settled, type Settlement, UnknownChargeError } from './settle.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000

const WITHHELD_CAUSES = ['capture_unknown', 'queueing_unknown', 'result_dropped'] as const
type WithheldCause = (typeof WITHHELD_CAUSES)[number]

/** A charge that must end refunded, because its caller got 503 and no result. */
export interface Reversal extends ChargeOfAccount {
  readonly cause: WithheldCause
}

export function isWithheldCause(text: string): text is WithheldCause {
  return WITHHELD_CAUSES.some(cause => cause === text)
}

/**
 * Refunds a charge whose state nobody knows. Tries until the database answers, which makes it true, or until
 * the signal aborts or the database does not know the charge. A withheld answer is refunded even if its capture was committed. A task whose queueing
 * was committed is not, once its result was fetched; it is, if only its end captured it. While a shutdown
 * waits, pauses are short.
 */
export async function reverseCharge(
  { database, settle }: { database: Database; settle: Batcher<Settlement, Settled> },
  { chargeId, accountId, cause }: Reversal,
  { draining, signal }: { draining: AbortSignal; signal: AbortSignal },
): Promise<boolean> {
  let reverse = cause !== 'queueing_unknown'
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const settled = await settle({
      chargeId,
      accountId,
      outcome: 'refunded',
      cause,
      reverse,
    }).catch((error: unknown) => (error instanceof UnknownChargeError ? 'unknown' : undefined))
    // Every try would fail for all that share its batch.
    if (settled === 'unknown') return false
    if (settled?.state === 'refunded') return true
    const isFetched =
      settled && !reverse && (await wasFetched(database, chargeId).catch(() => undefined))
    if (isFetched) return true
    if (isFetched === false) reverse = true
    // Or the lost capture itself was waiting in the same batch, and came first.
    if (signal.aborted) return false
    if (draining.aborted) pauseMs = FIRST_PAUSE_MS
    const wake = draining.aborted ? signal : draining
    await delay(pauseMs, undefined, { signal: wake, ref: false }).catch(() => {})
  }
}

/** Whether the caller got the result of a captured task: after its end nobody does. */
async function wasFetched(database: Database, taskId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from charge join task on task.id = charge.id
     where charge.id = $1 and charge.settled_at < task.expires_at`,
    [taskId],
  )
  return rowCount === 1
}
