import type { Database } from '@footnote/platform/database/connect'

export interface ClaimedMail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  /** This one included. */
  readonly tries: number
}

/**
 * Takes messages that are due, oldest first, for as long as the lease: two processes never send the
 * same one at once, and what a dead one had taken is due again when its lease is over.
 */
export async function claimMail(
  database: Database,
  { most, leaseMs }: { most: number; leaseMs: number },
): Promise<ClaimedMail[]> {
  const { rows } = await database.query<ClaimedMail>(
    `update mail
     set tries = tries + 1, next_try_at = clock_timestamp() + $2 * interval '1 ms'
     where id in (
       select id from mail where next_try_at <= clock_timestamp()
       order by next_try_at limit $1 for update skip locked
     )
     returning id, recipient, subject, body, tries`,
    [most, leaseMs],
  )
  return rows
}
