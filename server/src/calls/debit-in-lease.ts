import { retryUntil } from '../database/retry-until.ts'
import type { Debit, DebitResult } from '../wallet/debit.ts'
import type { CallDependencies } from './paid-call.ts'

/** How long a debit waits for this process's lapsed lease to be renewed. */
const PATIENCE_MS = 5_000

interface Debited {
  readonly result: DebitResult
  /** Tells whether the charge is surely still this process's. */
  readonly isOurs: () => boolean
}

/**
 * Debits while the lease of this process holds. If it has lapsed, renews it and sends the same debit
 * again; the outcome stays `lease_expired` if that takes too long.
 */
export async function debitInLease(
  { debit, lease, inFlight }: Pick<CallDependencies, 'debit' | 'lease' | 'inFlight'>,
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
