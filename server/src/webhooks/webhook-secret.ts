import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { SEAL_KEY_BYTES, SealBroken, sealText, unsealText } from '@footnote/platform/seal'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Makes a secret in the form of the Standard Webhooks specification. */
export function makeWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/** Seals secrets. Each is bound to its endpoint and opens for no other. */
export interface WebhookSeal {
  seal(endpointId: string, secret: string): Buffer
  /** Returns undefined if the secret was sealed with another secret of the service. */
  open(endpointId: string, sealed: Buffer): string | undefined
}

export function createWebhookSeal(serviceSecret: string): WebhookSeal {
  const info = 'footnote/webhook-secret'
  const key = Buffer.from(hkdfSync('sha256', serviceSecret, '', info, SEAL_KEY_BYTES))
  const placeOf = (endpointId: string) => `webhook/${endpointId}`
  return {
    seal: (endpointId, secret) => sealText(secret, { key, place: placeOf(endpointId) }),
    open(endpointId, sealed) {
      try {
        return unsealText(sealed, { key, place: placeOf(endpointId) })
      } catch (error) {
        if (error instanceof SealBroken) return undefined
        throw error
      }
    },
  }
}

/** The headers of a delivery by the Standard Webhooks specification, with a signature for each secret. */
export function signedHeaders({
  id,
  seconds,
  body,
  secrets,
}: {
  id: string
  seconds: number
  body: string
  secrets: readonly string[]
}): Record<string, string> {
  const signatures = secrets.map(secret => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
