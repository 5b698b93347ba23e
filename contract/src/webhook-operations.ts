import { examples } from './examples.ts'
import { limits } from './limits.ts'
import { noRules } from './request-rules.ts'
import {
  CreateWebhookRequest,
  DoneResponse,
  EventsResponse,
  UpdateWebhookRequest,
  Webhook,
  WebhookDeliveriesResponse,
  WebhookSecretResponse,
  WebhooksResponse,
} from './webhooks.ts'

const PATH = '/api/v1/webhooks'
const ERRORS = ['INVALID_REQUEST', 'INVALID_API_KEY', 'SERVICE_UNAVAILABLE'] as const
const BODY_ERRORS = [...ERRORS, 'QUERY_TOO_LONG'] as const
const NAMED_ERRORS = [...ERRORS, 'NOT_FOUND'] as const
const POST_ERRORS = [...NAMED_ERRORS, 'RATE_LIMITED'] as const

const done = (description: string) => ({
  200: { description, schema: DoneResponse, examples: { done: { status: 'done' } } },
})

/** The operations that manage webhooks. All are free, and need a key that may call every tool. */
export const webhookOperations = {
  list_webhooks: {
    method: 'GET',
    path: PATH,
    summary: 'List webhooks',
    description: 'Free. The webhooks of the account, newest first, without their secrets.',
    authenticated: true,
    responses: {
      200: {
        description: 'The webhooks.',
        schema: WebhooksResponse,
        examples: { webhooks: { webhooks: [examples.webhook] } },
      },
    },
    errors: ERRORS,
  },
  create_webhook: {
    method: 'POST',
    path: PATH,
    summary: 'Create a webhook',
    description: `Free. Sends the events you choose to your address from now on. An account can have ${limits.webhooks} webhooks.`,
    authenticated: true,
    request: {
      schema: CreateWebhookRequest,
      rules: noRules,
      examples: {
        webhook: { url: examples.webhook.url, events: examples.webhook.events },
      },
    },
    responses: {
      201: {
        description: 'The webhook was created. Store its secret.',
        schema: WebhookSecretResponse,
        examples: { secret: examples.webhookSecret },
      },
    },
    errors: BODY_ERRORS,
  },
  update_webhook: {
    method: 'PATCH',
    path: `${PATH}/{webhook_id}`,
    summary: 'Update a webhook, or switch it on or off',
    description:
      'Free. Changes the fields that you send. While a webhook is off, its events are not sent.',
    authenticated: true,
    request: {
      schema: UpdateWebhookRequest,
      rules: noRules,
      examples: { on: { is_on: true } },
    },
    responses: {
      200: {
        description: 'The webhook as it is now.',
        schema: Webhook,
        examples: { webhook: examples.webhook },
      },
    },
    errors: [...BODY_ERRORS, 'NOT_FOUND'],
  },
  delete_webhook: {
    method: 'DELETE',
    path: `${PATH}/{webhook_id}`,
    summary: 'Delete a webhook',
    description: 'Free. Deletes the webhook and its deliveries.',
    authenticated: true,
    responses: done('The webhook was deleted.'),
    errors: NAMED_ERRORS,
  },
  rotate_webhook: {
    method: 'POST',
    path: `${PATH}/{webhook_id}/rotate`,
    summary: 'Rotate the secret of a webhook',
    description:
      'Free. Gives the webhook a new secret. For 24 hours, messages have a signature by each of the two secrets.',
    authenticated: true,
    responses: {
      200: {
        description: 'The new secret. Store it.',
        schema: WebhookSecretResponse,
        examples: { secret: examples.webhookSecret },
      },
    },
    errors: NAMED_ERRORS,
  },
  test_webhook: {
    method: 'POST',
    path: `${PATH}/{webhook_id}/test`,
    summary: 'Send a test event',
    description: 'Free. Sends an event of the type test to the webhook, which must be on.',
    authenticated: true,
    responses: done('The event is on its way.'),
    errors: POST_ERRORS,
  },
  list_deliveries: {
    method: 'GET',
    path: `${PATH}/{webhook_id}/deliveries`,
    summary: 'List the deliveries of a webhook',
    description: `Free. The latest ${limits.webhookDeliveries} deliveries of the webhook, newest first. Deliveries are kept for 30 days.`,
    authenticated: true,
    responses: {
      200: {
        description: 'The deliveries.',
        schema: WebhookDeliveriesResponse,
        examples: { deliveries: { deliveries: [examples.webhookDelivery] } },
      },
    },
    errors: NAMED_ERRORS,
  },
  list_events: {
    method: 'GET',
    path: `${PATH}/events`,
    summary: 'List events',
    description: `Free. The latest ${limits.listedEvents} events of the account, newest first, with or without a webhook. They have IDs, states and amounts, never content. Events are kept for 30 days.`,
    authenticated: true,
    responses: {
      200: {
        description: 'The events.',
        schema: EventsResponse,
        examples: { events: { events: [examples.event] } },
      },
    },
    errors: ERRORS,
  },
  replay_delivery: {
    method: 'POST',
    path: `${PATH}/{webhook_id}/deliveries/{delivery_id}/replay`,
    summary: 'Replay a delivery',
    description:
      'Free. Sends an event again, with the same webhook-id and body. The webhook must be on.',
    authenticated: true,
    responses: done('The event is on its way again.'),
    errors: POST_ERRORS,
  },
} as const
