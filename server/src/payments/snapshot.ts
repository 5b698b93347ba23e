import type { PaymentState } from '@footnote/contract/site/responses'

/** A payment as its provider sees it at one moment. */
export interface Snapshot {
  readonly state: PaymentState
  readonly sessionRef: string | null
  readonly intentRef: string | null
  readonly receivedUnits: bigint
  /** What is back with the payer, or on its way there. */
  readonly refundedUnits: bigint
  /** What disputes have taken and not given back. */
  readonly disputedUnits: bigint
  readonly hasOpenDispute: boolean
  /** Money was received that cannot be credited, and is still with the provider. */
  readonly hasStrayMoney: boolean
}

/** Of a payment for which nothing was paid. */
export function unpaid(
  state: Exclude<PaymentState, 'paid'>,
  refs: { sessionRef?: string; intentRef?: string | null } = {},
): Snapshot {
  return {
    state,
    sessionRef: refs.sessionRef ?? null,
    intentRef: refs.intentRef ?? null,
    receivedUnits: 0n,
    refundedUnits: 0n,
    disputedUnits: 0n,
    hasOpenDispute: false,
    hasStrayMoney: false,
  }
}
