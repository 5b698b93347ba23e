import type { WebhookEvent } from '@footnote/contract/webhook-events'
import type { Database } from '@footnote/platform/database/connect'

interface AccountEvent {
  readonly id: string
  readonly kind: WebhookEvent
  readonly body: string
  readonly created_at: Date
}

/** The latest events of an account, newest first. */
export async function listEvents(
  database: Database,
  { accountId, most }: { accountId: string; most: number },
): Promise<AccountEvent[]> {
  const { rows } = await database.query<AccountEvent>(
    `select id, kind, body, created_at from event
     where account_id = $1 order by id desc limit $2`,
    [accountId, most],
  )
  return rows
}
