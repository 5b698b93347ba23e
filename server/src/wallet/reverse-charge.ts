import { setTimeout as delay } from 'node:timers/promises'
import type { Batcher } from '../database/batch.ts'
import type { RefundCause, Settled, Settlement } from './settle.ts'

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 15_000

/**
 * An answer or a task was withheld because its capture or queueing was never confirmed, so the charge
 * must end refunded, even if that got through. It goes on until the database answers or the process
 * ends.
 */
export async function reverseCharge(
  settle: Batcher<Settlement, Settled>,
  { chargeId, cause, signal }: { chargeId: string; cause: RefundCause; signal: AbortSignal },
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const settled = await settle({ chargeId, outcome: 'refunded', cause, reverse: true }).catch(
      () => undefined,
    )
    // The lost capture itself may have been waiting in the same batch, and then came first.
    if (settled?.state === 'refunded' || signal.aborted) return
    await delay(pauseMs, undefined, { signal, ref: false }).catch(() => {})
  }
}
