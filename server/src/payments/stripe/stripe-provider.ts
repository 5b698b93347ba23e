import type { Seller } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import type Stripe from 'stripe'
import { ApiError } from '../../api-error.ts'
import type { StripeConfig } from '../../config.ts'
import {
  beginAutoRecharge,
  isRechargeWanted,
  listDueAccounts,
  noteFailure,
} from '../auto-recharge/auto-recharge.ts'
import { claimCustomerRemovals, forgetCustomer, saveCard } from '../auto-recharge/saved-cards.ts'
import { bringPayment } from '../bring-payment.ts'
import { claimDuePayments } from '../claim-payments.ts'
import { openPayment } from '../open-payment.ts'
import type { PaymentRow } from '../payment-row.ts'
import type { Payments } from '../payments.ts'
import { type Snapshot, unpaid } from '../snapshot.ts'
import { chargeCard, endIntent, failureOf, findIntent, voidCharge } from './charge-card.ts'
import { connectStripe, type StripeAccess, stripeErrorType } from './connect-stripe.ts'
import { eventSubject, type Subject } from './event-subject.ts'
import { findSubject } from './find-subject.ts'
import { followEvents } from './follow-events.ts'
import { readAutomaticSnapshot, readSnapshot, type StrayKind } from './read-snapshot.ts'
import { startCheckout } from './start-checkout.ts'

const MOST_CHECKED = 50
/** Stripe refused for good: there is no session, and retrying is pointless. */
const REFUSALS = [
  'StripeInvalidRequestError',
  'StripeAuthenticationError',
  'StripePermissionError',
  'StripeIdempotencyError',
]

interface Dependencies {
  readonly database: Database
  readonly reportFault: (error: unknown) => void
  readonly alert: (fields: object, message: string) => void
}

export interface StripeProvider
  extends Pick<Payments, 'startRecharge' | 'receiveWebhook' | 'reconcile' | 'rechargeDue'> {
  /** True if its payments are not real money. */
  readonly isTest: boolean
  /** Applies a payment's present state at Stripe. */
  bring(paymentId: string): Promise<PaymentRow | undefined>
  /** Whether the configured key can ask Stripe about a payment. */
  knows(row: PaymentRow): boolean
  /** Ends the session first, so that nobody can begin to pay. An automatic payment is not begun any more. */
  end(row: PaymentRow): Promise<PaymentRow | undefined>
}

export function createStripeProvider(
  deps: Dependencies,
  { seller, ...config }: StripeConfig & { seller?: Seller | undefined },
): StripeProvider {
  const access = connectStripe(config)
  return {
    isTest: access.isTest,
    startRecharge: options => startRecharge(deps, access, { ...options, seller }),
    bring: paymentId => bring(deps, access, { paymentId }),
    knows: row => (row.session_ref !== null || row.is_automatic) && isAskedAbout(access, row),
    end: row => end(deps, access, row),
    async rechargeDue(stopped) {
      const { database, reportFault } = deps
      for (const accountId of await listDueAccounts(database)) {
        if (stopped.aborted) return
        const { isTest } = access
        const paymentId = await beginAutoRecharge(database, { accountId, isTest, seller })
        // If this fails, the reconciliation asks Stripe.
        if (paymentId) await bring(deps, access, { paymentId }).catch(reportFault)
      }
      await removeCustomers(deps, access, stopped)
    },
    receiveWebhook: options => receiveWebhook(deps, access, options),
    async reconcile(stopped) {
      const { database, reportFault } = deps
      const bringOne = (subject: Subject) => bringSubject(deps, access, subject)
      await followEvents(
        { database, client: access.client, bringSubject: bringOne, reportFault },
        { mode: access.isTest ? 'test' : 'live', signal: stopped },
      )
      const due = await claimDuePayments(deps.database, {
        isTest: access.isTest,
        most: MOST_CHECKED,
      })
      for (const paymentId of due) {
        if (stopped.aborted) return
        await bring(deps, access, { paymentId }).catch(deps.reportFault)
      }
    },
  }
}

async function startRecharge(
  { database, reportFault }: Dependencies,
  access: StripeAccess,
  {
    accountId,
    email,
    amountCents,
    origin,
    savesCard = false,
    seller,
  }: Parameters<Payments['startRecharge']>[0] & { seller: Seller | undefined },
): Promise<{ payment_id: string; url: string }> {
  const { isTest } = access
  const paymentId = await openPayment(database, {
    accountId,
    amountCents,
    provider: 'stripe',
    isTest,
    savesCard,
    seller,
  })
  try {
    const stripe = await access.client()
    const session = await startCheckout(stripe, {
      ...{ paymentId, email, amountCents, origin, savesCard },
    })
    if (!(await noteSession(database, { paymentId, ...session }))) {
      await stripe.checkout.sessions.expire(session.sessionRef)
      throw new Error('a payment was ended while its session was created')
    }
    return { payment_id: paymentId, url: session.url }
  } catch (error) {
    reportFault(error)
    // Otherwise a session may exist; its event arrives if it is paid.
    if (REFUSALS.includes(stripeErrorType(error) ?? '')) {
      await noteRefusal(database, paymentId).catch(reportFault)
    }
    throw new ApiError('PAYMENTS_UNAVAILABLE')
  }
}

async function end(
  deps: Dependencies,
  access: StripeAccess,
  { id: paymentId, session_ref: sessionRef, is_automatic }: PaymentRow,
): Promise<PaymentRow | undefined> {
  if (is_automatic) return bring(deps, access, { paymentId, mayCharge: false })
  const stripe = await access.client()
  try {
    if (sessionRef !== null) await stripe.checkout.sessions.expire(sessionRef)
  } catch (error) {
    // A session that is complete or being paid cannot be ended; the next request reads its state.
    if (stripeErrorType(error) !== 'StripeInvalidRequestError') deps.reportFault(error)
  }
  return bring(deps, access, { paymentId })
}

interface Bringing {
  readonly paymentId: string
  /** How Stripe named it. */
  readonly subject?: Subject
  /** True to charge the saved card if Stripe has not got an automatic payment yet. */
  readonly mayCharge?: boolean
}

async function bring(
  deps: Dependencies,
  access: StripeAccess,
  { paymentId, subject, mayCharge = true }: Bringing,
): Promise<PaymentRow | undefined> {
  const { database, alert } = deps
  const stripe = await access.client()
  return bringPayment(database, {
    paymentId,
    async ask(row) {
      const report = (kind: StrayKind) =>
        alert(
          { payment_id: paymentId, kind },
          'Stripe received money that cannot be credited; check the payment at Stripe',
        )
      if (!isAskedAbout(access, row)) {
        // Stripe named it, so it exists in this mode.
        if (subject) report('mode')
        return undefined
      }
      if (row.is_automatic) return askAutomatic(deps, stripe, { row, mayCharge, report })
      const named = subject && 'sessionRef' in subject ? subject.sessionRef : undefined
      const sessionRef = row.session_ref ?? named
      if (sessionRef === undefined) return undefined
      const read = await readSnapshot(stripe, { row, sessionRef, report })
      // Before the payment is applied: a payment that is not applied yet is asked about again.
      if (read?.card) await saveCard(database, { paymentId, card: read.card })
      return read?.snapshot
    },
  })
}

/**
 * Asks about an automatic payment, and charges the card if Stripe has not got the payment yet and its owner still wants
 * it. The outcome of a charge is never guessed: without an answer, it is asked for again.
 */
async function askAutomatic(
  { database, reportFault }: Dependencies,
  stripe: Stripe,
  {
    row,
    mayCharge,
    report,
  }: { row: PaymentRow; mayCharge: boolean; report: (kind: StrayKind) => void },
): Promise<Snapshot | undefined> {
  const known =
    row.intent_ref === null
      ? await findIntent(stripe, row)
      : await stripe.paymentIntents.retrieve(row.intent_ref)
  // A payment that has ended without Stripe stays so, unless Stripe names it.
  if (!known && row.state !== 'open') return undefined
  if (!known && !(mayCharge && (await isRechargeWanted(database, row)))) {
    return (await voidCharge(stripe, row)) ? unpaid('expired') : undefined
  }
  try {
    const intent = known ?? (await chargeCard(stripe, row))
    const failure = failureOf(intent)
    const ended = await endIntent(stripe, intent)
    if (ended.amount_received === 0 && ended.status !== 'processing')
      await noteFailure(database, { paymentId: row.id, failure })
    return await readAutomaticSnapshot(stripe, { row, intent: ended, report })
  } catch (error) {
    const type = stripeErrorType(error) ?? ''
    if (known || !REFUSALS.includes(type)) throw error
    // Stripe has made no intent. An invalid request means a card that is not there any more.
    reportFault(error)
    const failure = type === 'StripeInvalidRequestError' ? 'card_unusable' : 'unavailable'
    await noteFailure(database, { paymentId: row.id, failure })
    return unpaid('failed')
  }
}

/** Deletes customers whose card was removed or replaced, until Stripe confirms it. */
async function removeCustomers(
  { database, reportFault }: Dependencies,
  access: StripeAccess,
  stopped: AbortSignal,
): Promise<void> {
  for (const customerRef of await claimCustomerRemovals(database, access)) {
    if (stopped.aborted) return
    try {
      const stripe = await access.client()
      await stripe.customers.del(customerRef).catch((error: { code?: string }) => {
        if (error.code !== 'resource_missing') throw error
      })
      await forgetCustomer(database, customerRef)
    } catch (error) {
      reportFault(error)
    }
  }
}

function isAskedAbout({ isTest }: StripeAccess, row: PaymentRow): boolean {
  return row.provider === 'stripe' && row.is_test === isTest
}

async function receiveWebhook(
  deps: Dependencies,
  access: StripeAccess,
  { body, signature }: { body: Buffer; signature: string | undefined },
): Promise<void> {
  const stripe = await access.client()
  const event = (() => {
    try {
      return stripe.webhooks.constructEvent(body, signature ?? '', access.webhookSecret)
    } catch {
      throw new ApiError('INVALID_REQUEST', { message: 'The webhook signature is invalid.' })
    }
  })()
  const subject = eventSubject(event)
  if (!subject) return
  if (event.livemode === access.isTest) {
    deps.reportFault(new Error(`ignored an event of Stripe's other mode: ${event.id}`))
    return
  }
  await bringSubject(deps, access, subject)
}

async function bringSubject(
  deps: Dependencies,
  access: StripeAccess,
  subject: Subject,
): Promise<void> {
  const stripe = await access.client()
  const found = await findSubject({ database: deps.database, stripe }, subject)
  if (found) await bring(deps, access, found)
}

/** Stores a payment's session and page; returns false if the payment was ended meanwhile. */
async function noteSession(
  database: Database,
  { paymentId, sessionRef, url }: { paymentId: string; sessionRef: string; url: string },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update payment set session_ref = $2, url = $3 where id = $1 and state = 'open'`,
    [paymentId, sessionRef, url],
  )
  return rowCount === 1
}

/** Ends a payment that Stripe refused to begin. */
async function noteRefusal(database: Database, paymentId: string): Promise<void> {
  await database.query(
    `update payment set state = 'failed', version = version + 1
     where id = $1 and state = 'open' and session_ref is null`,
    [paymentId],
  )
}
