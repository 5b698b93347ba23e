import type { Database } from '@footnote/platform/database/connect'

const PAGE_ASKS_AGAIN_SECONDS = 3

/**
 * Whether this is the time to ask the provider about a payment that may still change, for somebody who
 * waits for it: not each time that a page looks, and not on every instance.
 */
export async function claimPayment(database: Database, paymentId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `update payment set checked_at = clock_timestamp()
     where id = $1 and state in ('open', 'processing')
       and coalesce(checked_at, '-infinity') < clock_timestamp() - $2 * interval '1 second'`,
    [paymentId, PAGE_ASKS_AGAIN_SECONDS],
  )
  return rowCount === 1
}

/**
 * Payments whose turn it is to be asked about: those that may still be made, and in the long run also
 * those that were, since a refund or a dispute may come much later and its event be lost, and those
 * with money that could not be credited, so that it is not forgotten.
 */
export async function claimDuePayments(
  database: Database,
  { isTest, most }: { isTest: boolean; most: number },
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `update payment set checked_at = clock_timestamp()
     where id in (
       select id from payment
       where provider = 'stripe' and session_ref is not null
         and (state in ('open', 'processing', 'paid') or has_stray_money)
         and is_test = $1
         and case
           when state in ('open', 'processing')
             then coalesce(checked_at, created_at) < clock_timestamp() - interval '1 minute'
           else checked_at < clock_timestamp() - interval '1 day'
             and coalesce(paid_at, created_at) > clock_timestamp() - interval '18 months'
         end
       order by checked_at nulls first limit $2
       for no key update skip locked
     )
     returning id`,
    [isTest, most],
  )
  return rows.map(({ id }) => id)
}

/** Payments that nobody can make any more and of which the provider knows nothing. */
export async function expireUnknownPayments(database: Database): Promise<void> {
  await database.query(
    `update payment set state = 'expired', version = version + 1
     where state = 'open' and session_ref is null
       and created_at < clock_timestamp() - interval '25 hours'`,
  )
}
