import type { Database } from '@footnote/platform/database/connect'

/** Remembers where a payment can be made and what Stripe calls it; false if it was ended meanwhile. */
export async function noteSession(
  database: Database,
  { paymentId, sessionRef, url }: { paymentId: string; sessionRef: string; url: string },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `update payment set session_ref = $2, url = $3 where id = $1 and state = 'open'`,
    [paymentId, sessionRef, url],
  )
  return rowCount === 1
}

/** Ends a payment that Stripe would not even begin. */
export async function noteRefusal(database: Database, paymentId: string): Promise<void> {
  await database.query(
    `update payment set state = 'failed', version = version + 1
     where id = $1 and state = 'open' and session_ref is null`,
    [paymentId],
  )
}
