import type { Batcher } from '../database/batch.ts'
import { retryUntil } from '../database/retry-until.ts'
import type { Lease } from '../instance/lease.ts'
import type { Debit, DebitResult } from '../wallet/debit.ts'
import type { InFlight } from './in-flight.ts'

/** How long a debit waits for this process's lapsed lease to be renewed. */
const PATIENCE_MS = 5_000

interface DebitDependencies {
  readonly debit: Batcher<Debit, DebitResult>
  readonly lease: Pick<Lease, 'startClaim' | 'renewLapsed'>
  readonly inFlight: InFlight
}

interface Debited {
  readonly result: DebitResult
  /** Returns whether the charge surely still belongs to this process. */
  readonly isOurs: () => boolean
}

/**
 * Debits while the lease of this process holds. If it has lapsed, renews it and sends the same debit
 * again; the outcome stays `lease_expired` if that takes too long.
 */
export async function debitInLease(
  { debit, lease, inFlight }: DebitDependencies,
  item: Debit,
): Promise<Debited> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const isOurs = lease.startClaim()
    const result = await debit(item)
    const isTimeUp = performance.now() >= deadline || inFlight.stopping.aborted
    if (result.outcome !== 'lease_expired' || isTimeUp) return { result, isOurs }
    await retryUntil({ deadline, signal: inFlight.stopping }, lease.renewLapsed)
  }
}
