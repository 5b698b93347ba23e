import type { Database } from '@footnote/platform/database/connect'

export interface OutboxMail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly created_at: Date
}

/** The latest messages in the outbox, newest last. */
export async function listMail(
  database: Database,
  { recipient, limit }: { recipient?: string | undefined; limit: number },
): Promise<OutboxMail[]> {
  const { rows } = await database.query<OutboxMail>(
    `select id, recipient, subject, body, created_at from mail
     where $1::text is null or lower(recipient) = lower($1)
     order by created_at desc, id desc
     limit $2`,
    [recipient ?? null, limit],
  )
  return rows.toReversed()
}
