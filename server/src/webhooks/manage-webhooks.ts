import { limits } from '@footnote/contract/limits'
import type {
  CreateWebhookRequest,
  EventsResponse,
  UpdateWebhookRequest,
  Webhook,
  WebhookDeliveriesResponse,
  WebhookSecretResponse,
  WebhooksResponse,
} from '@footnote/contract/webhooks'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { type Author, inHistory } from '../team/record-action.ts'
import type { Webhooks } from './create-webhooks.ts'
import { listDeliveries, type Posting, postTest, replayDelivery } from './deliveries.ts'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  type Owned,
  rotateSecret,
  updateEndpoint,
  type WebhookEndpoint,
} from './endpoints.ts'
import { listEvents } from './list-events.ts'

/** A webhook of the author's account. */
interface Authored {
  readonly author: Author
  readonly endpointId: string
}

interface ManageDependencies {
  readonly database: Database
  readonly webhooks: Pick<Webhooks, 'seal' | 'mayReach'>
}

const mostOpen = limits.openWebhookDeliveries
const OUT_OF_REACH = 'must be an https:// address on port 443 in the public internet'
const DONE = { status: 'done' } as const

/** Manages an account's webhooks for the API and the website, in the shapes of the wire. */
export const manageWebhooks = {
  async list({ database }: ManageDependencies, accountId: string): Promise<WebhooksResponse> {
    return { webhooks: (await listEndpoints(database, accountId)).map(toWebhook) }
  },

  async create(
    { database, webhooks: { seal, mayReach } }: ManageDependencies,
    { author, ...wish }: CreateWebhookRequest & { author: Author },
  ): Promise<WebhookSecretResponse> {
    if (!mayReach(wish.url)) throw badUrl(OUT_OF_REACH)
    const most = limits.webhooks
    const { accountId } = author
    const created = await inHistory(database, author, async (client, record) => {
      const endpoint = await createEndpoint({ client, seal }, { ...wish, accountId, most })
      if (endpoint) await record('webhook_created', hostOf(wish))
      return endpoint
    })
    if (created) return { webhook_id: created.id, secret: created.secret }
    throw badUrl(`would exceed ${most} webhooks; delete one first`)
  },

  async update(
    { database, webhooks: { mayReach } }: ManageDependencies,
    { author, is_on: isOn, ...change }: UpdateWebhookRequest & Authored,
  ): Promise<Webhook> {
    if (change.url !== undefined && !mayReach(change.url)) throw badUrl(OUT_OF_REACH)
    const { accountId } = author
    return inHistory(database, author, async (client, record) => {
      const updated = requireFound(await updateEndpoint(client, { ...change, accountId, isOn }))
      await record('webhook_changed', hostOf(updated))
      return toWebhook(updated)
    })
  },

  async rotate(
    { database, webhooks: { seal } }: ManageDependencies,
    { author, endpointId }: Authored,
  ): Promise<WebhookSecretResponse> {
    const owned = { accountId: author.accountId, endpointId }
    return inHistory(database, author, async (client, record) => {
      const { secret, url } = requireFound(await rotateSecret({ client, seal }, owned))
      await record('webhook_secret_rotated', hostOf({ url }))
      return { webhook_id: endpointId, secret }
    })
  },

  async remove({ database }: ManageDependencies, { author, endpointId }: Authored) {
    const owned = { accountId: author.accountId, endpointId }
    await inHistory(database, author, async (client, record) => {
      const url = requireFound(await deleteEndpoint(client, owned))
      await record('webhook_deleted', hostOf({ url }))
    })
    return DONE
  },

  async test({ database }: ManageDependencies, owned: Owned) {
    requirePosted(await postTest(database, { ...owned, mostOpen }))
    return DONE
  },

  async deliveries(
    { database }: ManageDependencies,
    owned: Owned,
  ): Promise<WebhookDeliveriesResponse> {
    const most = limits.webhookDeliveries
    const deliveries = requireFound(await listDeliveries(database, { ...owned, most }))
    return {
      deliveries: deliveries.map(({ id, created_at, next_try_at, delivered_at, ...rest }) => ({
        ...rest,
        delivery_id: id,
        created_at: created_at.toISOString(),
        next_try_at: next_try_at?.toISOString() ?? null,
        delivered_at: delivered_at?.toISOString() ?? null,
      })),
    }
  },

  async events({ database }: ManageDependencies, accountId: string): Promise<EventsResponse> {
    const events = await listEvents(database, { accountId, most: limits.listedEvents })
    return {
      events: events.map(({ id, created_at, ...rest }) => ({
        ...rest,
        event_id: id,
        created_at: created_at.toISOString(),
      })),
    }
  },

  async replay({ database }: ManageDependencies, owned: Owned & { deliveryId: string }) {
    requirePosted(await replayDelivery(database, { ...owned, mostOpen }))
    return DONE
  },
}

function toWebhook(endpoint: WebhookEndpoint): Webhook {
  const { id, events, created_at, previous_until, disabled_at, ...rest } = endpoint
  return {
    ...rest,
    webhook_id: id,
    events: [...events],
    created_at: created_at.toISOString(),
    previous_until: previous_until?.toISOString() ?? null,
    disabled_at: disabled_at?.toISOString() ?? null,
  }
}

function badUrl(message: string): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: `/url ${message}.`,
    errors: [{ path: '/url', message }],
  })
}

/** The path of an address may be a secret. */
function hostOf({ url }: { url: string }): string {
  return new URL(url).host
}

function requireFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw notFound('Your account has no such webhook.')
  return found
}

function requirePosted(posting: Posting): void {
  if (posting === 'not_found') {
    throw notFound('Your account has no such webhook or delivery, or the webhook is switched off.')
  }
  if (posting === 'too_many') {
    throw new ApiError('RATE_LIMITED', {
      message: `This webhook already has ${mostOpen} deliveries on their way. Wait until your server has taken some, then try again.`,
    })
  }
}

function notFound(cause: string): ApiError {
  return new ApiError('NOT_FOUND', { message: `${cause} List your webhooks to see them.` })
}
