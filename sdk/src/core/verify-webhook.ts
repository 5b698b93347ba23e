import type { WebhookEvent } from './wire.ts'

/** A verified message. Its `data` has IDs, states and amounts, by type. */
export interface WebhookMessage {
  /** The same in every attempt and replay: use it to recognize repetitions. */
  readonly id: string
  readonly type: WebhookEvent | 'test'
  /** When the event happened. */
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

interface Received {
  /** The secret of the webhook, which begins with `whsec_`. */
  readonly secret: string
  /** The headers of the request, as `Headers` or as Node has them. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body exactly as it arrived, before any JSON parser. */
  readonly body: string
}

/** Older or newer messages could be replayed by somebody else. */
const TOLERANCE_SECONDS = 300

/** Verifies a webhook message and returns it, or undefined if it is not genuine. */
export async function verifyWebhook({
  secret,
  headers,
  body,
}: Received): Promise<WebhookMessage | undefined> {
  const read = (name: string) =>
    String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '')
  const id = read('webhook-id')
  const seconds = read('webhook-timestamp')
  if (!(Math.abs(Date.now() / 1_000 - Number(seconds || Number.NaN)) <= TOLERANCE_SECONDS)) {
    return undefined
  }
  const { subtle } = globalThis.crypto
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  const key = await subtle.importKey('raw', bytesOf(secret.replace('whsec_', '')), hmac, false, [
    'verify',
  ])
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`)
  // After a rotation there are two, separated by a space.
  for (const signature of read('webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',')
    if (version !== 'v1' || !/^[A-Za-z0-9+/]+=*$/.test(value)) continue
    if (await subtle.verify('HMAC', key, bytesOf(value), signed)) return { ...JSON.parse(body), id }
  }
  return undefined
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
}
