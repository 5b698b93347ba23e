import { respond } from '../internal/respond.ts'
import { sendRequest } from '../internal/send-request.ts'
import { pollLimitMs } from '../internal/time-limits.ts'
import type { Service } from '../internal/transport.ts'
import type { ApiPromise } from './api-promise.ts'
import type { CallOptions } from './footnote-options.ts'
import {
  type AccountEvent,
  type CreateWebhookRequest,
  type DoneResponse,
  type EventsResponse,
  operations,
  type UpdateWebhookRequest,
  type Webhook,
  type WebhookDeliveriesResponse,
  type WebhookDelivery,
  type WebhookSecretResponse,
  type WebhooksResponse,
} from './wire.ts'

interface Target {
  readonly webhookId?: string
  readonly deliveryId?: string
  readonly body?: object
  readonly options: CallOptions | undefined
}

/** Webhooks of your account. All of this is free, and needs a key that may call every tool. */
export class Webhooks {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  /** Returns the webhooks of your account, newest first. */
  list(options?: CallOptions): ApiPromise<Webhook[]> {
    return this.#send('list_webhooks', { options }, ({ webhooks }: WebhooksResponse) => webhooks)
  }

  /** Creates a webhook. Store the `secret` of the reply: you see it this once. */
  create(request: CreateWebhookRequest, options?: CallOptions): ApiPromise<WebhookSecretResponse> {
    return this.#send(
      'create_webhook',
      { body: request, options },
      asReceived<WebhookSecretResponse>,
    )
  }

  /** Changes the address or the events of a webhook, or switches it on or off. */
  update(
    webhookId: string,
    change: UpdateWebhookRequest,
    options?: CallOptions,
  ): ApiPromise<Webhook> {
    return this.#send('update_webhook', { webhookId, body: change, options }, asReceived<Webhook>)
  }

  /** Deletes a webhook and its deliveries. */
  delete(webhookId: string, options?: CallOptions): ApiPromise<void> {
    return this.#send('delete_webhook', { webhookId, options }, done)
  }

  /** Gives a webhook a new secret. For 24 hours, messages are signed by both. */
  rotateSecret(webhookId: string, options?: CallOptions): ApiPromise<WebhookSecretResponse> {
    return this.#send('rotate_webhook', { webhookId, options }, asReceived<WebhookSecretResponse>)
  }

  /** Sends an event of the type `test`. */
  test(webhookId: string, options?: CallOptions): ApiPromise<void> {
    return this.#send('test_webhook', { webhookId, options }, done)
  }

  /** Returns the latest deliveries of a webhook, newest first. */
  deliveries(webhookId: string, options?: CallOptions): ApiPromise<WebhookDelivery[]> {
    const read = ({ deliveries }: WebhookDeliveriesResponse) => deliveries
    return this.#send('list_deliveries', { webhookId, options }, read)
  }

  /** Sends an event again, with the same ID and body. */
  replay(webhookId: string, deliveryId: string, options?: CallOptions): ApiPromise<void> {
    return this.#send('replay_delivery', { webhookId, deliveryId, options }, done)
  }

  /** Returns the latest events of your account, newest first, with the bodies that webhooks send. */
  events(options?: CallOptions): ApiPromise<AccountEvent[]> {
    return this.#send('list_events', { options }, ({ events }: EventsResponse) => events)
  }

  #send<Body, Data>(
    name: keyof typeof operations,
    { webhookId, deliveryId, body, options }: Target,
    read: (body: Body) => Data,
  ): ApiPromise<Data> {
    return respond(async () => {
      const { method, path } = operations[name]
      const call = {
        method,
        path: path
          .replace('{webhook_id}', () => pathPart('webhookId', webhookId))
          .replace('{delivery_id}', () => pathPart('deliveryId', deliveryId)),
        body,
        isFree: true,
        limitMs: pollLimitMs,
      }
      const reply = await sendRequest<Body>(this.#service, call, options)
      return { ...reply, body: read(reply.body) }
    })
  }
}

function asReceived<Body>(body: Body): Body {
  return body
}

function done(_: DoneResponse): void {}

/** Rejects IDs that would change the path. */
function pathPart(name: string, id: string | undefined): string {
  if (typeof id === 'string' && !/^[\s.]*$/.test(id)) return encodeURIComponent(id)
  throw new TypeError(`${name} must be an ID from a list`)
}
