import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'
import type { PoolClient } from 'pg'
import { inTransaction } from '../database/in-transaction.ts'
import type { Owned } from './endpoints.ts'

export interface ClaimedDelivery {
  readonly id: string
  readonly event_id: string
  readonly body: string
  /** Attempts, including this one. */
  readonly tries: number
  readonly endpoint_id: string
  readonly account_id: string
  readonly url: string
  readonly sealed_secret: Buffer
  /** Null unless the secret was rotated in the past day. */
  readonly sealed_previous_secret: Buffer | null
}

/** An attempt under way. It keeps its account even if its endpoint is deleted meanwhile. */
export type Attempt = Pick<ClaimedDelivery, 'endpoint_id' | 'account_id'>

/**
 * Claims due deliveries, oldest first, for the time of a lease, as with mail. An endpoint and its account get
 * only as many as their running attempts leave free.
 */
export async function claimDeliveries(
  database: Database,
  {
    most,
    mostPerEndpoint,
    mostPerAccount,
    running,
    leaseMs,
  }: {
    most: number
    mostPerEndpoint: number
    mostPerAccount: number
    running: readonly Attempt[]
    leaseMs: number
  },
): Promise<ClaimedDelivery[]> {
  const { rows } = await database.query<ClaimedDelivery>(
    `with found as materialized (
       select delivery.id, delivery.next_try_at, endpoint.account_id from webhook_endpoint as endpoint
       cross join lateral (
         select id, next_try_at from webhook_delivery
         where endpoint_id = endpoint.id and next_try_at <= clock_timestamp()
         order by next_try_at
         limit greatest($3 - (select count(*) from unnest($4::uuid[]) as busy where busy = endpoint.id), 0)
         for update skip locked
       ) as delivery
       where endpoint.disabled_at is null
     ), ranked as (
       select id, next_try_at,
         row_number() over (partition by account_id order by next_try_at)
           + (select count(*) from unnest($6::uuid[]) as busy where busy = account_id) as place
       from found
     ), due as materialized (
       select id from ranked where place <= $5 order by next_try_at limit $1
     )
     update webhook_delivery as delivery
     set tries = tries + 1, next_try_at = clock_timestamp() + $2 * interval '1 ms'
     from due, webhook_endpoint as endpoint
     where delivery.id = due.id and endpoint.id = delivery.endpoint_id
     returning delivery.id, delivery.event_id, delivery.body, delivery.tries, delivery.endpoint_id,
       endpoint.account_id, endpoint.url, endpoint.sealed_secret,
       case when endpoint.previous_until > clock_timestamp() then endpoint.sealed_previous_secret end
         as sealed_previous_secret`,
    [
      ...[most, leaseMs, mostPerEndpoint, running.map(({ endpoint_id }) => endpoint_id)],
      ...[mostPerAccount, running.map(({ account_id }) => account_id)],
    ],
  )
  return rows
}

export async function recordDelivered(
  database: Database,
  { id, status }: { id: string; status: number },
): Promise<void> {
  await database.query(
    `update webhook_delivery set next_try_at = null, delivered_at = clock_timestamp(),
       last_status = $2, last_fault = null
     where id = $1`,
    [id, status],
  )
}

/**
 * Records a failed attempt. The next one follows after the pause, unless the delivery's day is over; then it is
 * given up, and an endpoint that has taken nothing since is switched off, with a mail to its owner. The endpoint
 * is locked before its delivery, in the order of a deletion.
 */
export async function recordFailure(
  database: Database,
  failure: {
    id: string
    status: number | null
    fault: string | null
    pauseMs: number
    /** Whether the endpoint is gone for good. */
    isGone: boolean
    mail: { subject: string; body: string }
  },
): Promise<void> {
  await database.query(
    `with receiver as materialized (
       select id from webhook_endpoint
       where id = (select endpoint_id from webhook_delivery where id = $1)
       for no key update
     ), failed as (
       update webhook_delivery as delivery set last_status = $2, last_fault = $3,
         next_try_at = case when not $5 and clock_timestamp() < give_up_at
           then least(clock_timestamp() + $4 * interval '1 ms', give_up_at) end
       from receiver
       where delivery.id = $1 and delivery.endpoint_id = receiver.id
       returning delivery.*
     ), switched_off as (
       update webhook_endpoint as endpoint
       set disabled_at = clock_timestamp(), disabled_because = 'failing'
       from failed
       where failed.next_try_at is null and endpoint.id = failed.endpoint_id
         and endpoint.disabled_at is null
         and ($5 or not exists (
           select from webhook_delivery as other
           where other.endpoint_id = endpoint.id and other.delivered_at >= failed.created_at
         ))
       returning endpoint.account_id, endpoint.id
     )
     insert into mail (id, recipient, subject, body)
     select $6, account.email, $7, $8
     from switched_off join account on account.id = switched_off.account_id
     where account.user_id is not null`,
    [
      ...[failure.id, failure.status, failure.fault, failure.pauseMs, failure.isGone],
      ...[randomUUIDv7(), failure.mail.subject, failure.mail.body],
    ],
  )
}

/** Gives up the open deliveries of endpoints that are off, and forgets deliveries and events after a month. */
export async function tidyDeliveries(database: Database): Promise<void> {
  await database.query(
    `update webhook_delivery set next_try_at = null, last_fault = coalesce(last_fault, 'switched_off')
     from webhook_endpoint as endpoint
     where webhook_delivery.endpoint_id = endpoint.id and next_try_at is not null
       and endpoint.disabled_at < clock_timestamp() - interval '1 minute'`,
  )
  await database.query(
    `delete from webhook_delivery
     where created_at < clock_timestamp() - interval '30 days' and next_try_at is null`,
  )
  await database.query(
    `delete from event where created_at < clock_timestamp() - interval '30 days'`,
  )
}

export interface DeliverySummary {
  readonly id: string
  readonly event_id: string
  readonly kind: string
  readonly created_at: Date
  readonly next_try_at: Date | null
  readonly tries: number
  readonly delivered_at: Date | null
  readonly last_status: number | null
  readonly last_fault: string | null
}

/** The latest deliveries of an endpoint, newest first. */
export async function listDeliveries(
  database: Database,
  { accountId, endpointId, most }: Owned & { most: number },
): Promise<DeliverySummary[] | undefined> {
  if (!isUuid(endpointId)) return undefined
  const { rowCount } = await database.query(
    'select from webhook_endpoint where id = $1 and account_id = $2',
    [endpointId, accountId],
  )
  if (rowCount === 0) return undefined
  const { rows } = await database.query<DeliverySummary>(
    `select delivery.id, delivery.event_id, delivery.kind, delivery.created_at,
       delivery.next_try_at, delivery.tries, delivery.delivered_at, delivery.last_status,
       delivery.last_fault
     from webhook_delivery as delivery
     where delivery.endpoint_id = $1
     order by delivery.id desc limit $2`,
    [endpointId, most],
  )
  return rows
}

export type Posting = 'posted' | 'not_found' | 'too_many'

/** Sends a delivery again, with the same id and body, unless too many others are open. */
export async function replayDelivery(
  database: Database,
  { accountId, endpointId, deliveryId, mostOpen }: Owned & { deliveryId: string; mostOpen: number },
): Promise<Posting> {
  if (!isUuid(endpointId) || !isUuid(deliveryId)) return 'not_found'
  return inTransaction(database, async client => {
    if (!(await lockEndpoint(client, { accountId, endpointId }))) return 'not_found'
    const { rows } = await client.query<{ is_open: boolean; open: bigint }>(
      `select next_try_at is not null as is_open, (
         select count(*) from webhook_delivery where endpoint_id = $1 and next_try_at is not null
       ) as open
       from webhook_delivery where endpoint_id = $1 and id = $2`,
      [endpointId, deliveryId],
    )
    const [found] = rows
    if (!found) return 'not_found'
    // One that is open already only comes sooner.
    if (!found.is_open && found.open >= mostOpen) return 'too_many'
    await client.query(
      `update webhook_delivery
       set next_try_at = clock_timestamp(), give_up_at = clock_timestamp() + interval '24 hours',
         tries = 0, delivered_at = null
       where id = $1`,
      [deliveryId],
    )
    return 'posted'
  })
}

/** Puts an event of the kind `test` on its way to one endpoint, unless too many others are. */
export async function postTest(
  database: Database,
  { accountId, endpointId, mostOpen }: Owned & { mostOpen: number },
): Promise<Posting> {
  if (!isUuid(endpointId)) return 'not_found'
  const body = { type: 'test', timestamp: new Date().toISOString(), data: {} }
  return inTransaction(database, async client => {
    if (!(await lockEndpoint(client, { accountId, endpointId }))) return 'not_found'
    const { rowCount } = await client.query(
      `insert into webhook_delivery (id, endpoint_id, event_id, kind, body)
       select $2, $1, $3, 'test', $4
       where (
         select count(*) from webhook_delivery
         where endpoint_id = $1 and next_try_at is not null and kind = 'test'
       ) < $5`,
      [endpointId, randomUUIDv7(), randomUUIDv7(), JSON.stringify(body), mostOpen],
    )
    return rowCount === 1 ? 'posted' : 'too_many'
  })
}

/** Locks an endpoint, so that concurrent requests count one after the other; returns false if none is on. */
async function lockEndpoint(
  client: PoolClient,
  { accountId, endpointId }: Owned,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from webhook_endpoint
     where id = $1 and account_id = $2 and disabled_at is null for no key update`,
    [endpointId, accountId],
  )
  return rowCount === 1
}
