import type { Database } from '@footnote/platform/database/connect'

export interface Card {
  readonly customerRef: string
  readonly methodRef: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
}

/** Saves the card of a payment that asked for it. Repeated calls change nothing. */
export async function saveCard(
  database: Database,
  { paymentId, card }: { paymentId: string; card: Card },
): Promise<void> {
  await database.query('select save_card($1, $2, $3, $4, $5, $6, $7)', [
    paymentId,
    card.customerRef,
    card.methodRef,
    card.brand,
    card.last4,
    card.expMonth,
    card.expYear,
  ])
}

const MOST_PER_ROUND = 50

/**
 * Claims customers to delete at Stripe, for a minute. One with a payment under way waits: only its intents tell what
 * became of that.
 */
export async function claimCustomerRemovals(
  database: Database,
  { isTest }: { isTest: boolean },
): Promise<string[]> {
  const { rows } = await database.query<{ customer_ref: string }>(
    `update customer_removal set next_try_at = clock_timestamp() + interval '1 minute'
     where customer_ref in (
       select customer_ref from customer_removal
       where is_test = $1 and next_try_at <= clock_timestamp() and not exists (
         select from payment
         where payment.customer_ref = customer_removal.customer_ref
           and is_automatic and state in ('open', 'processing')
       )
       order by next_try_at limit $2
       for no key update skip locked
     )
     returning customer_ref`,
    [isTest, MOST_PER_ROUND],
  )
  return rows.map(({ customer_ref }) => customer_ref)
}

export async function forgetCustomer(database: Database, customerRef: string): Promise<void> {
  await database.query('delete from customer_removal where customer_ref = $1', [customerRef])
}
