import { randomUUIDv7 } from 'node:crypto'
import type { AutoRechargeRequest } from '@footnote/contract/site/requests'
import type { Seller } from '@footnote/contract/site/responses'
import { connect, type Database } from '@footnote/platform/database/connect'
import type { TestDatabase } from '@footnote/platform/testing/test-database'
import { createPayments } from '../../payments/create-payments.ts'
import type { Payments } from '../../payments/payments.ts'
import { createDebit } from '../../wallet/debit.ts'
import { readSiteWallet } from '../../wallet/read-site-wallet.ts'
import { createSettle } from '../../wallet/settle.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../stubs/database-proxy.ts'
import { type StubStripe, startStubStripe } from '../stubs/stub-stripe.ts'
import type { StubEvent } from '../stubs/stub-stripe-books.ts'
import { createPayer } from './create-payer.ts'
import { createTestDatabase } from './test-database.ts'

export const UNITS_PER_CENT = 100_000

export interface PaymentScene extends TestDatabase {
  readonly stripe: StubStripe
  /** The connections of `payments` to the database go through this proxy. */
  readonly proxy: DatabaseProxy
  readonly payments: Payments
  /** Reports to the operator. */
  readonly faults: unknown[]
  readonly alerts: object[]
  createAccount(): Promise<string>
  /** Starts a recharge and returns its session at Stripe. */
  recharge(accountId: string, cents?: number): Promise<{ paymentId: string; sessionId: string }>
  /** Recharges by 20 USD with a card that is saved, and turns automatic recharge on. */
  rechargeAutomatically(
    accountId: string,
    settings?: Partial<NonNullable<AutoRechargeRequest['settings']>>,
  ): Promise<void>
  /** The same, paid, and Stripe has sent its event. */
  rechargePaid(accountId: string, cents?: number): Promise<{ paymentId: string; sessionId: string }>
  /** Delivers Stripe's webhook. */
  tell(event: StubEvent): Promise<void>
  /** Pays for a call, which is captured; returns whether the balance was enough. */
  spend(accountId: string, cents: number): Promise<string>
  wallet(accountId: string): ReturnType<typeof readSiteWallet>
  close(): Promise<void>
}

/** Payments on their own database, with a stub of Stripe. */
export async function openPaymentScene({
  livemode = false,
  seller = undefined as Seller | undefined,
} = {}): Promise<PaymentScene> {
  const testDatabase = await createTestDatabase()
  const { database } = testDatabase
  const stripe = await startStubStripe({ livemode })
  const proxy = await startDatabaseProxy(testDatabase.connection)
  const proxied: Database = connect(proxy.url)
  const faults: unknown[] = []
  const alerts: object[] = []
  const payments = createPayments(
    {
      database: proxied,
      reportFault: error => faults.push(error),
      alert: fields => alerts.push(fields),
    },
    { kind: 'stripe', stripe: stripe.config, seller },
  )
  const tell = (event: StubEvent) => payments.receiveWebhook(stripe.sign(event))

  async function recharge(accountId: string, cents = 1_000, savesCard = false) {
    const { payment_id, url } = await payments.startRecharge({
      accountId,
      savesCard,
      email: 'ada@example.com',
      amountCents: cents,
      origin: 'http://127.0.0.1:8787',
    })
    return { paymentId: payment_id, sessionId: url.split('/').at(-1) ?? '' }
  }

  return {
    ...testDatabase,
    stripe,
    proxy,
    payments,
    faults,
    alerts,
    createAccount: async () => (await createPayer(database, '0')).accountId,
    recharge,
    async rechargeAutomatically(accountId, settings) {
      const { sessionId } = await recharge(accountId, 2_000, true)
      await tell(stripe.books.pay(sessionId))
      await payments.setAutoRecharge({
        accountId,
        settings: { below_cents: 500, amount_cents: 1_000, month_cap_cents: 3_000, ...settings },
      })
    },
    async rechargePaid(accountId, cents) {
      const started = await recharge(accountId, cents)
      await tell(stripe.books.pay(started.sessionId))
      return started
    },
    tell,
    async spend(accountId, cents) {
      const chargeId = randomUUIDv7()
      const { outcome } = await createDebit(database)({
        chargeId,
        accountId,
        keyId: null,
        tool: 'answer',
        effort: null,
        costUnits: BigInt(cents * UNITS_PER_CENT),
        holdMs: 60_000,
        instanceId: chargeId,
      })
      if (outcome === 'admitted')
        await createSettle(database)({ chargeId, accountId, outcome: 'captured' })
      return outcome
    },
    wallet: accountId => readSiteWallet(database, accountId),
    async close() {
      await proxied.end()
      await proxy.close()
      await stripe.close()
      await testDatabase.drop()
    },
  }
}
