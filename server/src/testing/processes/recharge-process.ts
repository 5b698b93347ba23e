import { connect } from '@footnote/platform/database/connect'
import type { StripeConfig } from '../../config.ts'
import { createPayments } from '../../payments/create-payments.ts'

/** Makes the automatic recharges that are due, once, for a test that kills it. */
const { databaseUrl, stripe } = JSON.parse(process.argv[2] ?? '') as {
  databaseUrl: string
  stripe: StripeConfig
}
const database = connect(databaseUrl)
const payments = createPayments(
  { database, reportFault: () => {}, alert: () => {} },
  { kind: 'stripe', stripe },
)
await payments.rechargeDue(new AbortController().signal)
await database.end()
