import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../../api-error.ts'
import type { StripeConfig } from '../../config.ts'
import { bringPayment } from '../bring-payment.ts'
import { claimDuePayments } from '../claim-payments.ts'
import { openPayment } from '../open-payment.ts'
import type { PaymentRow } from '../payment-row.ts'
import type { Payments } from '../payments.ts'
import { connectStripe, type StripeAccess } from './connect-stripe.ts'
import { claimEventCursor, releaseEventCursor } from './event-cursor.ts'
import { eventSubject, type Subject } from './event-subject.ts'
import { findSubject } from './find-subject.ts'
import { listSubjects } from './list-subjects.ts'
import { noteRefusal, noteSession } from './note-session.ts'
import { readSnapshot } from './read-snapshot.ts'
import { startCheckout } from './start-checkout.ts'

const MOST_CHECKED = 50
/** Stripe has understood and said no: there is no session, and trying again is no use. */
const REFUSALS = [
  'StripeInvalidRequestError',
  'StripeAuthenticationError',
  'StripePermissionError',
  'StripeIdempotencyError',
]

interface Dependencies {
  readonly database: Database
  readonly reportFault: (error: unknown) => void
}

export interface StripeProvider
  extends Pick<Payments, 'startRecharge' | 'receiveWebhook' | 'reconcile'> {
  /** Brings a payment to what Stripe says of it now. */
  bring(paymentId: string): Promise<PaymentRow | undefined>
}

export function createStripeProvider(deps: Dependencies, config: StripeConfig): StripeProvider {
  const access = connectStripe(config)
  return {
    startRecharge: options => startRecharge(deps, access, options),
    bring: paymentId => bring(deps, access, { paymentId }),
    receiveWebhook: options => receiveWebhook(deps, access, options),
    async reconcile(stopped) {
      await followEvents(deps, access, stopped)
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
  { accountId, email, amountCents, origin }: Parameters<Payments['startRecharge']>[0],
): Promise<{ payment_id: string; url: string }> {
  const { isTest } = access
  const paymentId = await openPayment(database, {
    accountId,
    amountCents,
    provider: 'stripe',
    isTest,
  })
  try {
    const stripe = await access.client()
    const session = await startCheckout(stripe, { paymentId, email, amountCents, origin })
    await noteSession(database, { paymentId, ...session })
    return { payment_id: paymentId, url: session.url }
  } catch (error) {
    reportFault(error)
    // Otherwise a session may have been made; events tell of it, should it be paid.
    if (error instanceof Error && REFUSALS.includes(error.name)) {
      await noteRefusal(database, paymentId).catch(reportFault)
    }
    throw new ApiError('PAYMENTS_UNAVAILABLE')
  }
}

async function bring(
  { database, reportFault }: Dependencies,
  access: StripeAccess,
  { paymentId, sessionRef }: { paymentId: string; sessionRef?: string },
): Promise<PaymentRow | undefined> {
  const stripe = await access.client()
  return bringPayment(database, {
    paymentId,
    async ask(row) {
      const ref = row.session_ref ?? sessionRef
      if (row.provider !== 'stripe' || row.is_test !== access.isTest || !ref) return undefined
      return readSnapshot(stripe, { row, sessionRef: ref, report: reportFault })
    },
  })
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
      throw new ApiError('INVALID_REQUEST', { message: 'The signature does not fit.' })
    }
  })()
  const subject = eventSubject(event)
  if (!subject) return
  if (event.livemode === access.isTest) {
    deps.reportFault(new Error(`an event of Stripe's other mode was not taken: ${event.id}`))
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

/** What webhooks should have told of, and perhaps did not. */
async function followEvents(
  deps: Dependencies,
  access: StripeAccess,
  signal: AbortSignal,
): Promise<void> {
  const { database, reportFault } = deps
  const mode = access.isTest ? 'test' : 'live'
  const cursor = await claimEventCursor(database, { mode })
  if (!cursor) return
  let { readUntil } = cursor
  try {
    const stripe = await access.client()
    const found = await listSubjects(stripe, { since: readUntil, until: cursor.moment, signal })
    for (const subject of found.subjects) {
      signal.throwIfAborted()
      await bringSubject(deps, access, subject)
    }
    readUntil = found.until
  } catch (error) {
    // The next round begins where this one did.
    if (!signal.aborted) reportFault(error)
  } finally {
    await releaseEventCursor(database, { mode, readUntil })
  }
}
