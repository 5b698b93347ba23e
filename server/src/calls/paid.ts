import type { Price } from '@footnote/contract/prices'

/** The payer of a call, its price and its time limit. */
export interface PaidCall {
  /** The id that the caller knows: its own choice, or else the charge's id. */
  readonly requestId: string
  readonly chargeId: string
  readonly accountId: string
  readonly keyId: string | null
  readonly price: Price
  readonly limitMs: number
}
