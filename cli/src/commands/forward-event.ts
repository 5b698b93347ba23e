import { createHmac } from 'node:crypto'

const PATIENCE_MS = 15_000

interface Forwarded {
  readonly event_id: string
  readonly body: string
}

/** Sends an event as a webhook would, and returns the status or the reason for a failure. */
export async function forwardEvent(
  { event_id, body }: Forwarded,
  { url, secret }: { url: string; secret: string },
): Promise<string> {
  const seconds = String(Math.floor(Date.now() / 1_000))
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${event_id}.${seconds}.${body}`)
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': event_id,
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${signature.digest('base64')}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await reply.body?.cancel()
    return String(reply.status)
  } catch (error) {
    const { cause, message } = error as Error
    return `not sent (${cause instanceof Error ? cause.message : message})`
  }
}
