import { randomUUIDv7 } from 'node:crypto'
import type { WebhookEvent } from '@footnote/contract/webhook-events'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import { makeWebhookSecret, type WebhookSeal } from './webhook-secret.ts'

export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly events: readonly WebhookEvent[]
  readonly created_at: Date
  readonly previous_until: Date | null
  readonly disabled_at: Date | null
  readonly disabled_because: 'owner' | 'failing' | null
}

export interface Owned {
  readonly accountId: string
  readonly endpointId: string
}

const COLUMNS = 'id, url, events, created_at, previous_until, disabled_at, disabled_because'

/**
 * Creates an endpoint with a new secret, within the caller's transaction, or returns undefined if the account has
 * too many.
 */
export async function createEndpoint(
  { client, seal }: { client: Pick<Database, 'query'>; seal: WebhookSeal },
  {
    accountId,
    url,
    events,
    most,
  }: { accountId: string; url: string; events: readonly WebhookEvent[]; most: number },
): Promise<{ id: string; secret: string } | undefined> {
  const id = randomUUIDv7()
  const secret = makeWebhookSecret()
  // Locks before counting, so that concurrent requests count one after the other.
  await client.query('select from account where id = $1 for no key update', [accountId])
  const { rowCount } = await client.query(
    `insert into webhook_endpoint (id, account_id, url, events, sealed_secret)
     select $1, account.id, $3, $4, $5 from account
     where account.id = $2 and account.state <> 'closed'
       and (select count(*) from webhook_endpoint where account_id = account.id) < $6`,
    [id, accountId, url, events, seal.seal(id, secret), most],
  )
  return rowCount === 1 ? { id, secret } : undefined
}

export async function listEndpoints(
  database: Database,
  accountId: string,
): Promise<WebhookEndpoint[]> {
  const { rows } = await database.query<WebhookEndpoint>(
    `select ${COLUMNS} from webhook_endpoint where account_id = $1 order by id desc`,
    [accountId],
  )
  return rows
}

/** Changes the fields that are given; returns undefined if the account has no endpoint with this id. */
export async function updateEndpoint(
  database: Pick<Database, 'query'>,
  {
    accountId,
    endpointId,
    url,
    events,
    isOn,
  }: Owned & {
    url?: string | undefined
    events?: readonly WebhookEvent[] | undefined
    isOn?: boolean | undefined
  },
): Promise<WebhookEndpoint | undefined> {
  if (!isUuid(endpointId)) return undefined
  const { rows } = await database.query<WebhookEndpoint>(
    `update webhook_endpoint set
       url = coalesce($3, url),
       events = coalesce($4, events),
       disabled_at = case when coalesce($5, disabled_at is null) then null
         else coalesce(disabled_at, clock_timestamp()) end,
       disabled_because = case when coalesce($5, disabled_at is null) then null
         else coalesce(disabled_because, 'owner') end
     where id = $1 and account_id = $2
     returning ${COLUMNS}`,
    [endpointId, accountId, url, events, isOn],
  )
  return rows[0]
}

/** Returns the address of the deleted endpoint. */
export async function deleteEndpoint(
  database: Pick<Database, 'query'>,
  { accountId, endpointId }: Owned,
): Promise<string | undefined> {
  if (!isUuid(endpointId)) return undefined
  const { rows } = await database.query<{ url: string }>(
    'delete from webhook_endpoint where id = $1 and account_id = $2 returning url',
    [endpointId, accountId],
  )
  return rows[0]?.url
}

/** Gives an endpoint a new secret; the one before signs along for a day. */
export async function rotateSecret(
  { client, seal }: { client: Pick<Database, 'query'>; seal: WebhookSeal },
  { accountId, endpointId }: Owned,
): Promise<{ secret: string; url: string } | undefined> {
  if (!isUuid(endpointId)) return undefined
  const secret = makeWebhookSecret()
  const { rows } = await client.query<{ url: string }>(
    `update webhook_endpoint set
       sealed_previous_secret = sealed_secret,
       previous_until = clock_timestamp() + interval '24 hours',
       sealed_secret = $3
     where id = $1 and account_id = $2
     returning url`,
    [endpointId, accountId, seal.seal(endpointId, secret)],
  )
  return rows[0] && { secret, url: rows[0].url }
}
