import { sendRequest } from '../internal/send-request.ts'
import { pollLimitMs } from '../internal/time-limits.ts'
import type { Service } from '../internal/transport.ts'
import type { CallOptions } from './footnote-options.ts'
import {
  type CreateWebhookRequest,
  type DoneResponse,
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
}

/** Webhooks of your account. All of this is free, and needs a key that may call every tool. */
export class Webhooks {
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  /** Returns the webhooks of your account, newest first. */
  async list(options?: CallOptions): Promise<Webhook[]> {
    return (await this.#send<WebhooksResponse>('list_webhooks', {}, options)).webhooks
  }

  /** Creates a webhook. Store the `secret` of the reply: you see it this once. */
  create(request: CreateWebhookRequest, options?: CallOptions): Promise<WebhookSecretResponse> {
    return this.#send('create_webhook', { body: request }, options)
  }

  /** Changes the address or the events of a webhook, or switches it on or off. */
  update(webhookId: string, change: UpdateWebhookRequest, options?: CallOptions): Promise<Webhook> {
    return this.#send('update_webhook', { webhookId, body: change }, options)
  }

  /** Deletes a webhook and its deliveries. */
  async delete(webhookId: string, options?: CallOptions): Promise<void> {
    await this.#send<DoneResponse>('delete_webhook', { webhookId }, options)
  }

  /** Gives a webhook a new secret. For 24 hours, messages are signed by both. */
  rotateSecret(webhookId: string, options?: CallOptions): Promise<WebhookSecretResponse> {
    return this.#send('rotate_webhook', { webhookId }, options)
  }

  /** Sends an event of the type `test`. */
  async test(webhookId: string, options?: CallOptions): Promise<void> {
    await this.#send<DoneResponse>('test_webhook', { webhookId }, options)
  }

  /** Returns the latest deliveries of a webhook, newest first. */
  async deliveries(webhookId: string, options?: CallOptions): Promise<WebhookDelivery[]> {
    const reply = this.#send<WebhookDeliveriesResponse>('list_deliveries', { webhookId }, options)
    return (await reply).deliveries
  }

  /** Sends an event again, with the same ID and body. */
  async replay(webhookId: string, deliveryId: string, options?: CallOptions): Promise<void> {
    await this.#send<DoneResponse>('replay_delivery', { webhookId, deliveryId }, options)
  }

  async #send<Reply>(
    name: keyof typeof operations,
    { webhookId, deliveryId, body }: Target,
    options: CallOptions | undefined,
  ): Promise<Reply> {
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
    return (await sendRequest<Reply>(this.#service, call, options)).body
  }
}

/** Rejects IDs that would change the path. */
function pathPart(name: string, id: string | undefined): string {
  if (typeof id === 'string' && !/^[\s.]*$/.test(id)) return encodeURIComponent(id)
  throw new TypeError(`${name} must be an ID from a list`)
}
