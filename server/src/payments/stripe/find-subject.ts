import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import type Stripe from 'stripe'
import type { Subject } from './event-subject.ts'
import { PAYMENT_ID } from './start-checkout.ts'

/**
 * Finds the payment that a Stripe object belongs to. Returns undefined for objects of others who
 * sell through the same account. A payment may not know its session yet, if that reply was lost,
 * nor its intent, if this is the first event; then it asks Stripe.
 */
export async function findSubject(
  { database, stripe }: { database: Database; stripe: Stripe },
  subject: Subject,
): Promise<{ paymentId: string; subject: Subject } | undefined> {
  const { rows } = await database.query<{ id: string }>(
    'select id from payment where session_ref = $1 or intent_ref = $2',
    [
      'sessionRef' in subject ? subject.sessionRef : null,
      'intentRef' in subject ? subject.intentRef : null,
    ],
  )
  const [known] = rows
  if (known) return { paymentId: known.id, subject }
  const session = await readSession(stripe, subject)
  if (session) return ofMetadata(session.metadata, { sessionRef: session.id })
  // An automatic payment has no session.
  if (!('intentRef' in subject)) return undefined
  return ofMetadata((await stripe.paymentIntents.retrieve(subject.intentRef)).metadata, subject)
}

function ofMetadata(metadata: Stripe.Metadata | null, subject: Subject) {
  const paymentId = metadata?.[PAYMENT_ID]
  return paymentId !== undefined && isUuid(paymentId) ? { paymentId, subject } : undefined
}

async function readSession(
  stripe: Stripe,
  subject: Subject,
): Promise<Stripe.Checkout.Session | undefined> {
  const { sessions } = stripe.checkout
  if ('sessionRef' in subject) return sessions.retrieve(subject.sessionRef)
  const { data } = await sessions.list({ payment_intent: subject.intentRef, limit: 1 })
  return data[0]
}
