import { pages } from '@footnote/contract/site/pages'
import type { Seller } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import type { StripeConfig } from '../config.ts'
import { collectDebts } from '../wallet/collect-debts.ts'
import { readAutoRecharge, removeCard, setAutoRecharge } from './auto-recharge/auto-recharge.ts'
import { claimPayment, expireUnknownPayments } from './claim-payments.ts'
import { endPayments } from './end-payments.ts'
import { openPayment } from './open-payment.ts'
import { payTest } from './pay-test.ts'
import { listPayments, readPayment, toPaymentResponse } from './payment-row.ts'
import type { Payments } from './payments.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'

interface PaymentsDependencies {
  readonly database: Database
  readonly reportFault: (error: unknown) => void
  /** Reports problems that the operator must solve; gets ids and kinds. */
  readonly alert: (fields: object, message: string) => void
}

/**
 * Creates payments through Stripe, on the test page, or none. Earlier payments stay visible in all
 * cases.
 */
export function createPayments(
  deps: PaymentsDependencies,
  {
    kind,
    stripe,
    seller,
  }: {
    kind: 'stripe' | 'test' | 'none'
    stripe?: StripeConfig | undefined
    seller?: Seller | undefined
  },
): Payments {
  const { database, reportFault } = deps
  const provider =
    kind === 'stripe' && stripe ? createStripeProvider(deps, { ...stripe, seller }) : undefined

  return {
    async startRecharge(options) {
      if (provider) return provider.startRecharge(options)
      if (kind !== 'test') throw new ApiError('PAYMENTS_UNAVAILABLE')
      const { accountId, amountCents, origin } = options
      const urlOf = (id: string) => `${origin}${pages.testPayment.replace('$paymentId', id)}`
      const id = await openPayment(database, {
        accountId,
        amountCents,
        provider: 'test',
        isTest: true,
        seller,
        urlOf,
      })
      return { payment_id: id, url: urlOf(id) }
    },

    async findPayment({ accountId, paymentId }) {
      const row = await readPayment(database, paymentId)
      if (row?.account_id !== accountId) return undefined
      if (!provider || !(await claimPayment(database, paymentId))) return toPaymentResponse(row)
      try {
        return toPaymentResponse((await provider.bring(paymentId)) ?? row)
      } catch (error) {
        // If the provider does not respond, the page still shows the stored state.
        reportFault(error)
        return toPaymentResponse(row)
      }
    },

    listPayments: accountId => listPayments(database, accountId),

    async checkPayment(paymentId) {
      const row = await readPayment(database, paymentId)
      if (!row) return undefined
      if (!provider?.knows(row)) throw new ApiError('STATE_UNCHANGED')
      await provider.bring(paymentId).catch(error => {
        reportFault(error)
        throw new ApiError('PAYMENTS_UNAVAILABLE')
      })
      return { accountId: row.account_id }
    },

    async readAutoRecharge(accountId) {
      return readAutoRecharge(database, { accountId, isTest: requireStripe().isTest })
    },

    async setAutoRecharge(options) {
      await setAutoRecharge(database, { ...options, isTest: requireStripe().isTest })
    },

    removeCard: accountId => removeCard(database, accountId),

    async rechargeDue(stopped) {
      await provider?.rechargeDue(stopped)
    },

    endPayments: accountId => endPayments({ database, provider, reportFault }, accountId),

    async payTest(options) {
      if (kind !== 'test') throw new ApiError('NOT_FOUND')
      return payTest(database, options)
    },

    async receiveWebhook(options) {
      if (!provider) throw new ApiError('NOT_FOUND')
      await provider.receiveWebhook(options)
    },

    async reconcile(stopped) {
      await provider?.reconcile(stopped).catch(reportFault)
      await expireUnknownPayments(database)
      await collectDebts(database, { signal: stopped, reportFault })
    },
  }

  function requireStripe() {
    if (!provider) throw new ApiError('PAYMENTS_UNAVAILABLE')
    return provider
  }
}
