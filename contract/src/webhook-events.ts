/** Every event that a webhook can send, with when it happens. */
export const webhookEvents = {
  'task.completed': 'A background task has its result.',
  'task.failed': 'A background task failed and was refunded.',
  'wallet.low': 'The balance fell below your low-balance alert.',
  'wallet.recharged': 'A recharge was credited.',
  'key.created': 'An API key was created.',
  'key.limit_reached': 'An API key reached its daily or monthly cap, once in each period.',
} as const

export type WebhookEvent = keyof typeof webhookEvents

export const WEBHOOK_EVENTS = Object.keys(webhookEvents) as WebhookEvent[]
