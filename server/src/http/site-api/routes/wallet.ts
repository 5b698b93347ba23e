import { siteLimits } from '@footnote/contract/site/limits'
import { UNITS_PER_USD } from '@footnote/contract/units'
import { ApiError } from '../../../api-error.ts'
import { readMailChoices, setMailChoice } from '../../../notices/mail-choices.ts'
import { setNotice } from '../../../notices/set-notice.ts'
import { readBillingDetails, setBillingDetails } from '../../../payments/billing-details.ts'
import { inHistory, recordAction } from '../../../team/record-action.ts'
import { listMovements } from '../../../wallet/list-movements.ts'
import { listSpending } from '../../../wallet/list-spending.ts'
import { listUsage } from '../../../wallet/list-usage.ts'
import { readSiteWallet } from '../../../wallet/read-site-wallet.ts'
import { readStatement } from '../../../wallet/read-statement.ts'
import { readMoment } from '../../read-query.ts'
import { isDirectVisit, readDays, requireId } from '../read-request.ts'
import type { SiteCall, SiteRoutes } from '../site-route.ts'

const UNITS_PER_CENT = UNITS_PER_USD / 100n

export const walletRoutes: Pick<
  SiteRoutes,
  | 'wallet'
  | 'billing'
  | 'set_billing'
  | 'movements'
  | 'statement'
  | 'set_notice'
  | 'mail_choices'
  | 'set_mail_choice'
> = {
  wallet: async ({ database }, { member }) => readSiteWallet(database, member.accountId),
  billing: async ({ database }, { member }) => readBillingDetails(database, member.accountId),
  set_billing: async ({ database }, { member, body }) => {
    await inHistory(database, member, async (client, record) => {
      await setBillingDetails(client, { userId: member.userId, details: body })
      await record('billing_details_changed')
    })
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
  statement: async ({ database }, { member: { accountId }, query: { month } }) =>
    readStatement(database, { accountId, month }),
  set_notice: async ({ database }, { member, body }) => {
    const { below_cents } = body
    const belowUnits = below_cents === null ? null : BigInt(below_cents) * UNITS_PER_CENT
    await inHistory(database, member, async (client, record) => {
      await setNotice(client, { accountId: member.accountId, belowUnits })
      await record('low_balance_notice_changed')
    })
    return { status: 'done' }
  },
  mail_choices: async ({ database }, { member }) => readMailChoices(database, member.accountId),
  set_mail_choice: async ({ database }, { member, body }) => {
    await inHistory(database, member, async (client, record) => {
      await setMailChoice(client, {
        accountId: member.accountId,
        kind: body.kind,
        isOn: body.is_on,
      })
      await record('mail_choice_changed')
    })
    return { status: 'done' }
  },
}

export const usageRoutes: Pick<SiteRoutes, 'usage' | 'spending'> = {
  usage: async ({ database }, { member: { accountId }, query }) => {
    const { from, to, cursor, pages, tool, effort, key, state } = query
    const { calls, nextCursor } = await listUsage(database, accountId, {
      cursor,
      filter: {
        from: readMoment('from', from, 'start'),
        to: readMoment('to', to, 'end'),
        ...{ tool, effort, key, state },
      },
      ...(pages === 'long' && { most: siteLimits.exportedCallsPerPage }),
    })
    return { calls, ...(nextCursor !== undefined && { next_cursor: nextCursor }) }
  },

  spending: async ({ database }, { member: { accountId }, query: { days, to } }) =>
    listSpending(database, {
      accountId,
      days: readDays(days, siteLimits.spendingDays),
      lastDay: to,
    }),
}

export const paymentRoutes: Pick<
  SiteRoutes,
  | 'request_refund'
  | 'recharge'
  | 'auto_recharge'
  | 'set_auto_recharge'
  | 'remove_card'
  | 'payments'
  | 'payment'
  | 'test_payment'
> = {
  auto_recharge: async ({ payments }, { member }) => payments.readAutoRecharge(member.accountId),
  async set_auto_recharge({ database, payments }, { member, body }) {
    await payments.setAutoRecharge({ accountId: member.accountId, ...body })
    await recordAction(database, member, 'auto_recharge_changed')
    return { status: 'done' }
  },
  async remove_card({ database, payments }, { member }) {
    await payments.removeCard(member.accountId)
    await recordAction(database, member, 'card_removed')
    return { status: 'done' }
  },

  async request_refund({ database, requestRefund }, { member }) {
    if (!requestRefund) throw new ApiError('NOT_FOUND')
    await requestRefund(member)
    await recordAction(database, member, 'refund_requested')
    return { status: 'done' }
  },

  async recharge({ payments, offer }, { body, member, request }) {
    if (offer.payments === 'test') requireDirectVisit(request)
    const { accountId, email } = member
    return payments.startRecharge({
      accountId,
      email,
      amountCents: body.amount_cents,
      savesCard: body.save_card ?? false,
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
