import type { AddressInfo } from 'node:net'
import { connect } from '@footnote/platform/database/connect'
import fastify from 'fastify'
import type { StripeConfig } from '../../config.ts'
import { addStripeWebhook } from '../../http/site-api/stripe-webhook.ts'
import { createPayments } from '../../payments/create-payments.ts'

/** Runs only the webhook, on a port that it prints, for a test that kills it. */
const { databaseUrl, stripe } = JSON.parse(process.argv[2] ?? '') as {
  databaseUrl: string
  stripe: StripeConfig
}
const payments = createPayments(
  { database: connect(databaseUrl), reportFault: () => {}, alert: () => {} },
  { kind: 'stripe', stripe },
)
const app = fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
addStripeWebhook(app, payments)
await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`)
