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
  /**
   * Brings a payment of any account to what the provider says of it now. Undefined for none of that id;
   * throws where nobody can be asked about it.
   */
  checkPayment(paymentId: string): Promise<{ accountId: string } | undefined>
  /** Ends what was begun and not paid, so that nobody pays it any more; throws where that fails. */
  endPayments(accountId: string): Promise<void>
  /** What a visitor of the test page chose. Only for one who sits at this machine. */
  payTest(options: {
    accountId: string
    paymentId: string
    outcome: 'pay' | 'decline'
  }): Promise<PaymentResponse>
  /** Something has happened at the provider. Rejects unless it is booked, so that it is sent again. */
  receiveWebhook(options: { body: Buffer; signature: string | undefined }): Promise<void>
  /** Finds what nobody told us of, and collects debts. A chore; every instance may do it. */
  reconcile(stopped: AbortSignal): Promise<void>
}
