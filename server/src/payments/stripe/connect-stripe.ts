import type Stripe from 'stripe'
import type { StripeConfig } from '../../config.ts'

const TEST_KEY = /^[rs]k_test_/
const TIMEOUT_MS = 10_000
const RETRIES = 2

export interface StripeAccess {
  /** Whether the key is a test key, whose payments are not real money. */
  readonly isTest: boolean
  readonly webhookSecret: string
  /** Loads Stripe's official library when it is first needed, since it is large. */
  client(): Promise<Stripe>
}

/** Returns the kind of an error of Stripe's library, such as StripeCardError; undefined for others. */
export function stripeErrorType(error: unknown): string | undefined {
  const { type } = error as { type?: unknown }
  return error instanceof Error && typeof type === 'string' ? type : undefined
}

export function connectStripe({ url, apiKey, webhookSecret }: StripeConfig): StripeAccess {
  let client: Promise<Stripe> | undefined

  async function load(): Promise<Stripe> {
    const { default: StripeClient } = await import('stripe')
    const { protocol, hostname, port } = new URL(url)
    return new StripeClient(apiKey, {
      apiVersion: '2026-10-28.endive',
      host: hostname,
      protocol: protocol === 'http:' ? 'http' : 'https',
      ...(port !== '' && { port }),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      telemetry: false,
    })
  }

  return {
    isTest: TEST_KEY.test(apiKey),
    webhookSecret,
    client: () => {
      client ??= load()
      return client
    },
  }
}
