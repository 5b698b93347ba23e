import type { Seller } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../../api-error.ts'
import type { StripeConfig } from '../../config.ts'
import { bringPayment } from '../bring-payment.ts'
import { claimDuePayments } from '../claim-payments.ts'
import { openPayment } from '../open-payment.ts'
import type { PaymentRow } from '../payment-row.ts'
import type { Payments } from '../payments.ts'
import { connectStripe, type StripeAccess } from './connect-stripe.ts'
import { eventSubject, type Subject } from './event-subject.ts'
import { findSubject } from './find-subject.ts'
import { followEvents } from './follow-events.ts'
import { readSnapshot, type StrayKind } from './read-snapshot.ts'
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
  extends Pick<Payments, 'startRecharge' | 'receiveWebhook' | 'reconcile'> {
  /** Applies a payment's present state at Stripe. */
  bring(paymentId: string): Promise<PaymentRow | undefined>
  /** Whether the configured key can ask Stripe about a payment. */
  knows(row: PaymentRow): boolean
  /** Ends the session first, so that nobody can begin to pay. */
  end(row: PaymentRow): Promise<PaymentRow | undefined>
}

export function createStripeProvider(
  deps: Dependencies,
  { seller, ...config }: StripeConfig & { seller?: Seller | undefined },
): StripeProvider {
  const access = connectStripe(config)
  return {
    startRecharge: options => startRecharge(deps, access, { ...options, seller }),
    bring: paymentId => bring(deps, access, { paymentId }),
    knows: row => row.session_ref !== null && isAskedAbout(access, row),
    end: row => end(deps, access, row),
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
    seller,
  }: Parameters<Payments['startRecharge']>[0] & { seller: Seller | undefined },
): Promise<{ payment_id: string; url: string }> {
  const { isTest } = access
  const paymentId = await openPayment(database, {
    accountId,
    amountCents,
    provider: 'stripe',
    isTest,
    seller,
  })
  try {
    const stripe = await access.client()
    const session = await startCheckout(stripe, { paymentId, email, amountCents, origin })
    if (!(await noteSession(database, { paymentId, ...session }))) {
      await stripe.checkout.sessions.expire(session.sessionRef)
      throw new Error('a payment was ended while its session was created')
    }
    return { payment_id: paymentId, url: session.url }
  } catch (error) {
    reportFault(error)
    // Otherwise a session may exist; its event arrives if it is paid.
    if (error instanceof Error && REFUSALS.includes(error.name)) {
      await noteRefusal(database, paymentId).catch(reportFault)
    }
    throw new ApiError('PAYMENTS_UNAVAILABLE')
  }
}

async function end(
  deps: Dependencies,
  access: StripeAccess,
  { id: paymentId, session_ref: sessionRef }: PaymentRow,
): Promise<PaymentRow | undefined> {
  const stripe = await access.client()
  try {
    if (sessionRef !== null) await stripe.checkout.sessions.expire(sessionRef)
  } catch (error) {
    // A session that is complete or being paid cannot be ended; the next request reads its state.
    const isOver = error instanceof Error && error.name === 'StripeInvalidRequestError'
    if (!isOver) deps.reportFault(error)
  }
  return bring(deps, access, { paymentId })
}

async function bring(
  { database, alert }: Dependencies,
  access: StripeAccess,
  { paymentId, sessionRef }: { paymentId: string; sessionRef?: string },
): Promise<PaymentRow | undefined> {
  const stripe = await access.client()
  return bringPayment(database, {
    paymentId,
    async ask(row) {
      const ref = row.session_ref ?? sessionRef
      const report = (kind: StrayKind) =>
        alert(
          { payment_id: paymentId, kind },
          'Stripe received money that cannot be credited; check the payment at Stripe',
        )
      if (!isAskedAbout(access, row)) {
        // Stripe named it, so it exists in this mode.
        if (sessionRef !== undefined) report('mode')
        return undefined
      }
      return ref === undefined ? undefined : readSnapshot(stripe, { row, sessionRef: ref, report })
    },
  })
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
