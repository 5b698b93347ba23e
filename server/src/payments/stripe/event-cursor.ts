import type { Database } from '@footnote/platform/database/connect'

const CLAIM_SECONDS = 300

/**
 * Returns where to continue reading events, and the end of available ones. Returns undefined while
 * another process reads them. The first read starts at the oldest payment.
 */
export async function claimEventCursor(
  database: Database,
  { mode }: { mode: 'live' | 'test' },
): Promise<{ readUntil: Date; moment: Date } | undefined> {
  await database.query(
    `insert into payment_cursor (mode, read_until, claimed_until)
     select $1,
       coalesce(min(created_at), clock_timestamp()),
       '-infinity'
     from payment where provider = 'stripe' and is_test = ($1 = 'test')
     on conflict (mode) do nothing`,
    [mode],
  )
  const { rows } = await database.query<{ readUntil: Date; moment: Date }>(
    `update payment_cursor set claimed_until = clock_timestamp() + $2 * interval '1 second'
     where mode = $1 and claimed_until < clock_timestamp()
     returning read_until as "readUntil", clock_timestamp() as moment`,
    [mode, CLAIM_SECONDS],
  )
  return rows[0]
}

/** Releases the cursor, moved on if all earlier events were applied. */
export async function releaseEventCursor(
  database: Database,
  { mode, readUntil }: { mode: 'live' | 'test'; readUntil: Date },
): Promise<void> {
  await database.query(
    `update payment_cursor
     set read_until = greatest(read_until, $2), claimed_until = '-infinity'
     where mode = $1`,
    [mode, readUntil],
  )
}
