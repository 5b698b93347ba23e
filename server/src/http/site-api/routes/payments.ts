import { ApiError } from '../../../api-error.ts'
import { isDirectVisit } from '../is-direct-visit.ts'
import { requireId } from '../require-id.ts'
import type { SiteCall, SiteRoutes } from '../site-route.ts'

export const paymentRoutes: Pick<SiteRoutes, 'recharge' | 'payments' | 'payment' | 'test_payment'> =
  {
    async recharge({ payments, offer }, { body, member, request }) {
      if (offer.payments === 'test') requireDirectVisit(request)
      const { accountId, email } = member
      return payments.startRecharge({
        accountId,
        email,
        amountCents: body.amount_cents,
        // It was checked to be the website's own before anything else was.
        origin: request.headers.origin ?? offer.base_url,
      })
    },

    async payments({ payments }, { member }) {
      return { payments: await payments.listPayments(member.accountId) }
    },

    async payment({ payments }, { member, params }) {
      const { accountId } = member
      const payment = await payments.findPayment({
        accountId,
        paymentId: requireId(params, 'payment_id'),
      })
      if (!payment) throw new ApiError('NOT_FOUND')
      return payment
    },

    async test_payment({ payments, offer }, { body, member, params, request }) {
      if (offer.payments !== 'test') throw new ApiError('NOT_FOUND')
      requireDirectVisit(request)
      return payments.payTest({
        accountId: member.accountId,
        paymentId: requireId(params, 'payment_id'),
        outcome: body.outcome,
      })
    },
  }

function requireDirectVisit(request: SiteCall<'recharge'>['request']): void {
  if (isDirectVisit(request)) return
  throw new ApiError('PAYMENTS_UNAVAILABLE', {
    message:
      'Test payments are made on the machine itself, under its own name and without a proxy.',
  })
}
