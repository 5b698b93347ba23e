import type { AutoRechargeRequest } from '@footnote/contract/site/requests'
import type { AutoRechargeResponse, PaymentResponse } from '@footnote/contract/site/responses'

/** Recharges wallets, through Stripe or on the test page. */
export interface Payments {
  startRecharge(options: {
    accountId: string
    email: string
    amountCents: number
    /** True to save the card for automatic recharge. */
    savesCard?: boolean
    /** Origin of the page, for the way back. */
    origin: string
  }): Promise<{ payment_id: string; url: string }>
  /** Returns an account's payment in its present state at the provider. */
  findPayment(options: {
    accountId: string
    paymentId: string
  }): Promise<PaymentResponse | undefined>
  listPayments(accountId: string): Promise<PaymentResponse[]>
  /**
   * Asks the provider about a payment of any account and applies the answer. Returns undefined if
   * there is no such payment; throws if nobody can be asked.
   */
  checkPayment(paymentId: string): Promise<{ accountId: string } | undefined>
  /** Ends unpaid payments, so that nobody can pay them any more; throws if that fails. */
  endPayments(accountId: string): Promise<void>
  readAutoRecharge(accountId: string): Promise<AutoRechargeResponse>
  setAutoRecharge(options: AutoRechargeRequest & { accountId: string }): Promise<void>
  /** Forgets the saved card, here and at the provider, and turns automatic recharge off. */
  removeCard(accountId: string): Promise<void>
  /** Begins the automatic recharges that are due. Every instance may run it. */
  rechargeDue(stopped: AbortSignal): Promise<void>
  /** Applies a choice on the test page, only for visitors on this machine. */
  payTest(options: {
    accountId: string
    paymentId: string
    outcome: 'pay' | 'decline'
  }): Promise<PaymentResponse>
  /** Handles a provider's event. Rejects unless it is booked, so that it is sent again. */
  receiveWebhook(options: { body: Buffer; signature: string | undefined }): Promise<void>
  /** Finds events that were never delivered, and collects debts. Every instance may run it. */
  reconcile(stopped: AbortSignal): Promise<void>
}
