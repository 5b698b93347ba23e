import type { PaymentResponse } from '@footnote/contract/site/responses'

/** Recharging wallets, through Stripe or on a page of our own for tests. */
export interface Payments {
  startRecharge(options: {
    accountId: string
    email: string
    amountCents: number
    /** Where the page is, for the way back. */
    origin: string
  }): Promise<{ payment_id: string; url: string }>
  /** A payment of the account as it stands at the provider right now. */
  findPayment(options: {
    accountId: string
    paymentId: string
  }): Promise<PaymentResponse | undefined>
  listPayments(accountId: string): Promise<PaymentResponse[]>
}
