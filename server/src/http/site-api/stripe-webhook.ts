import type { FastifyInstance } from 'fastify'
import type { Payments } from '../../payments/payments.ts'

const PATH = '/webhooks/stripe'
const MOST_BYTES = 1_048_576

/**
 * Where Stripe tells of what has happened. Anything but success makes it send the same again, for days,
 * so success is said only when all is booked.
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
