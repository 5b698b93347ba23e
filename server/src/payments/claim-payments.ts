import type { Database } from '@footnote/platform/database/connect'

const PAGE_ASKS_AGAIN_SECONDS = 3

/**
 * Returns whether to ask the provider now about an open payment that somebody waits for. It limits
 * how often, across pages and instances.
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
 * Claims payments that are due to be checked: open ones; in the long run also paid ones, since a
 * refund or dispute may come much later and its event be lost; and those with money that could not
 * be credited.
 */
export async function claimDuePayments(
  database: Database,
  { isTest, most }: { isTest: boolean; most: number },
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `update payment set checked_at = clock_timestamp()
     where id in (
       select id from payment
       where provider = 'stripe' and (session_ref is not null or is_automatic)
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

/** Expires payments that can no longer be paid and that the provider does not know. */
export async function expireUnknownPayments(database: Database): Promise<void> {
  await database.query(
    `update payment set state = 'expired', version = version + 1
     where state = 'open' and session_ref is null
       and created_at < clock_timestamp() - interval '25 hours'`,
  )
}
