import { siteLimits } from '@footnote/contract/site/limits'
import { UNITS_PER_USD } from '@footnote/contract/units'
import { ApiError } from '../../../api-error.ts'
import { setNotice } from '../../../notices/set-notice.ts'
import { readBillingDetails, setBillingDetails } from '../../../payments/billing-details.ts'
import { listMovements } from '../../../wallet/list-movements.ts'
import { listSpending } from '../../../wallet/list-spending.ts'
import { listUsage } from '../../../wallet/list-usage.ts'
import { readSiteWallet } from '../../../wallet/read-site-wallet.ts'
import { readMoment } from '../../read-query.ts'
import { isDirectVisit, readDays, requireId } from '../read-request.ts'
import type { SiteCall, SiteRoutes } from '../site-route.ts'

const UNITS_PER_CENT = UNITS_PER_USD / 100n

export const walletRoutes: Pick<
  SiteRoutes,
  'wallet' | 'billing' | 'set_billing' | 'movements' | 'set_notice'
> = {
  wallet: async ({ database }, { member }) => readSiteWallet(database, member.accountId),
  billing: async ({ database }, { member }) => readBillingDetails(database, member.userId),
  set_billing: async ({ database }, { member, body }) => {
    await setBillingDetails(database, { userId: member.userId, details: body })
    return { status: 'done' }
  },
  movements: async ({ database }, { member: { accountId }, query: { before, from, to } }) =>
    listMovements(database, {
      accountId,
      before,
      from: readMoment('from', from, 'start'),
      to: readMoment('to', to, 'end'),
      ...((from ?? to) !== undefined && { most: siteLimits.exportedMovementsPerPage }),
    }),
  set_notice: async ({ database }, { member, body }) => {
    const { below_cents } = body
    const belowUnits = below_cents === null ? null : BigInt(below_cents) * UNITS_PER_CENT
    await setNotice(database, { accountId: member.accountId, belowUnits })
    return { status: 'done' }
  },
}

export const usageRoutes: Pick<SiteRoutes, 'usage' | 'spending'> = {
  usage: async ({ database }, { member: { accountId }, query: { cursor, from, to } }) => {
    const isExport = (cursor ?? from ?? to) !== undefined
    const { calls, nextCursor } = await listUsage(database, accountId, {
      cursor,
      filter: { from: readMoment('from', from, 'start'), to: readMoment('to', to, 'end') },
      ...(isExport && { most: siteLimits.exportedCallsPerPage }),
    })
    return { calls, ...(isExport && nextCursor !== undefined && { next_cursor: nextCursor }) }
  },

  spending: async ({ database }, { member: { accountId }, query }) =>
    listSpending(database, { accountId, days: readDays(query.days, siteLimits.spendingDays) }),
}

export const paymentRoutes: Pick<
  SiteRoutes,
  'request_refund' | 'recharge' | 'payments' | 'payment' | 'test_payment'
> = {
  async request_refund({ requestRefund }, { member }) {
    if (!requestRefund) throw new ApiError('NOT_FOUND')
    await requestRefund(member)
    return { status: 'done' }
  },

  async recharge({ payments, offer }, { body, member, request }) {
    if (offer.payments === 'test') requireDirectVisit(request)
    const { accountId, email } = member
    return payments.startRecharge({
      accountId,
      email,
      amountCents: body.amount_cents,
      // Checked earlier to be the website's own.
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
      'Test payments work only in a browser on the machine that runs the service, without a proxy. Nothing was charged.',
  })
}
