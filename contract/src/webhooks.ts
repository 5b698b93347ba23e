import Type, { type Static } from 'typebox'
import { limits } from './limits.ts'
import { WEBHOOK_EVENTS } from './webhook-events.ts'

const closed = <Fields extends Type.TProperties>(
  fields: Fields,
  options: { minProperties?: number } = {},
) => Type.Object(fields, { additionalProperties: false, ...options })
const Id = (description: string) => Type.String({ format: 'uuid', description })
const MaybeTime = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description })
const WebhookId = Id('Identifier of the webhook.')

export const WebhookEventName = Type.Enum([...WEBHOOK_EVENTS])

const Url = Type.String({
  format: 'webhook-url',
  maxLength: limits.webhookUrlCharacters,
  description:
    'Address that gets the events: https:// on port 443, on the public internet, without a user name or a fragment.',
})
const Events = Type.Array(WebhookEventName, {
  minItems: 1,
  uniqueItems: true,
  description: 'The events to send.',
})

export const CreateWebhookRequest = closed({ url: Url, events: Events })
export type CreateWebhookRequest = Static<typeof CreateWebhookRequest>

export const UpdateWebhookRequest = closed(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    is_on: Type.Optional(
      Type.Boolean({ description: 'false to switch the webhook off, true to switch it on.' }),
    ),
  },
  { minProperties: 1 },
)
export type UpdateWebhookRequest = Static<typeof UpdateWebhookRequest>

export const Webhook = Type.Object({
  webhook_id: WebhookId,
  url: Type.String({ description: 'Address that gets the events.' }),
  events: Type.Array(WebhookEventName, { description: 'The events that are sent.' }),
  created_at: Type.String({ format: 'date-time', description: 'When the webhook was created.' }),
  previous_until: MaybeTime(
    'Until when the secret before the latest rotation signs too; null if it was not rotated.',
  ),
  disabled_at: MaybeTime('When the webhook was switched off; null while it is on.'),
  disabled_because: Type.Union([Type.Enum(['owner', 'failing']), Type.Null()], {
    description: 'owner if you switched it off, failing if we did; null while it is on.',
  }),
})
export type Webhook = Static<typeof Webhook>

export const WebhooksResponse = Type.Object({
  webhooks: Type.Array(Webhook, { description: 'The webhooks of the account, newest first.' }),
})
export type WebhooksResponse = Static<typeof WebhooksResponse>

export const WebhookSecretResponse = Type.Object({
  webhook_id: WebhookId,
  secret: Type.String({ description: 'The signing secret. You see it this once.' }),
})
export type WebhookSecretResponse = Static<typeof WebhookSecretResponse>

export const WebhookDeliveriesResponse = Type.Object({
  deliveries: Type.Array(
    Type.Object({
      delivery_id: Id('Identifier of the delivery.'),
      event_id: Id('Identifier of the event, sent as webhook-id.'),
      kind: Type.String({ description: 'The event, or test.' }),
      created_at: Type.String({ format: 'date-time', description: 'When the event happened.' }),
      next_try_at: MaybeTime('When the next attempt is due; null if there will be none.'),
      tries: Type.Integer({ minimum: 0, description: 'Attempts so far.' }),
      delivered_at: MaybeTime('When your server took the event; null if it has not.'),
      last_status: Type.Union([Type.Integer(), Type.Null()], {
        description: 'HTTP status of the latest reply; null if there was none.',
      }),
      last_fault: Type.Union([Type.String(), Type.Null()], {
        description: 'Why the latest attempt got no reply, in one word; null if it got one.',
      }),
    }),
    { description: `The latest ${limits.webhookDeliveries} deliveries, newest first.` },
  ),
})
export type WebhookDeliveriesResponse = Static<typeof WebhookDeliveriesResponse>

export const EventsResponse = Type.Object({
  events: Type.Array(
    Type.Object({
      event_id: Id('Identifier of the event, which webhooks send as webhook-id.'),
      kind: WebhookEventName,
      created_at: Type.String({ format: 'date-time', description: 'When the event happened.' }),
      body: Type.String({ description: 'The body that webhooks send, as JSON text.' }),
    }),
    { description: `The latest ${limits.listedEvents} events, newest first.` },
  ),
})
export type EventsResponse = Static<typeof EventsResponse>

export const DoneResponse = Type.Object({
  status: Type.Literal('done', { description: 'Always done.' }),
})
