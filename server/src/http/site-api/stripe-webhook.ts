import type { FastifyInstance } from 'fastify'
import type { Payments } from '../../payments/payments.ts'

const PATH = '/webhooks/stripe'
const MOST_BYTES = 1_048_576

/**
 * Adds the route for Stripe's webhooks. Stripe resends an event for days until it gets a success,
 * so success is returned only once all is booked.
 */
export function addStripeWebhook(app: FastifyInstance, payments: Payments): void {
  app.post(PATH, { bodyLimit: MOST_BYTES }, async request => {
    const signature = request.headers['stripe-signature']
    await payments.receiveWebhook({
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      signature: Array.isArray(signature) ? signature[0] : signature,
    })
    return { received: true }
  })
}
