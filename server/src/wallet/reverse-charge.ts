import { setTimeout as delay } from 'node:timers/promises'
import type { RefundCause } from '@footnote/contract/refund-causes'
import type { Batcher } from '../database/batch.ts'
import type { Settled, Settlement } from './settle.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000

/**
 * Gives back a charge of which nobody knows where it stands, until the database answers or the process
 * ends. A withheld answer is given back also if its capture got through; a task whose queueing got
 * through is not, once its result was fetched.
 */
export async function reverseCharge(
  settle: Batcher<Settlement, Settled>,
  {
    chargeId,
    cause,
    reverse,
    signal,
  }: { chargeId: string; cause: RefundCause; reverse: boolean; signal: AbortSignal },
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const settled = await settle({ chargeId, outcome: 'refunded', cause, reverse }).catch(
      () => undefined,
    )
    // The lost capture itself may have been waiting in the same batch, and then came first.
    const isEnded = settled && (settled.state === 'refunded' || !reverse)
    if (isEnded || signal.aborted) return
    await delay(pauseMs, undefined, { signal, ref: false }).catch(() => {})
  }
}
