import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '../mail/mailer.ts'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../testing/scenes/payment-scene.ts'
import { creditWallet } from '../wallet/credit-wallet.ts'
import { requestRefund } from './request-refund.ts'

const SUPPORT = 'help@footnote.example'

describe('a refund request', () => {
  const request = (accountId: string, email: string) => {
    const messages: Message[] = []
    const mailer = { post: async (message: Message) => void messages.push(message) }
    const supportEmail = SUPPORT
    const accountUrl = 'https://footnote.example/operator/accounts/1'
    return requestRefund(
      { database: live.database, mailer },
      { accountId, email, supportEmail, accountUrl },
    ).then(() => messages)
  }
  let live: PaymentScene
  beforeAll(async () => {
    live = await openPaymentScene({ livemode: true })
  })
  afterAll(() => live.close())

  it('names what was paid and is unused, moves no money, and is limited', async () => {
    const accountId = await live.createAccount()
    const email = 'ada@example.com'
    await expect(request(accountId, email)).rejects.toMatchObject({ code: 'NOTHING_TO_REFUND' })
    const { paymentId } = await live.rechargePaid(accountId, 2_500)
    await live.spend(accountId, 600)
    const before = await live.wallet(accountId)
    expect(before.refundable_units).toBe(1_900 * UNITS_PER_CENT)
    const [toSeller, toMember] = await request(accountId, email)
    const receipt = await live.payments.findPayment({ accountId, paymentId })
    expect(toSeller?.to).toBe(SUPPORT)
    expect(toSeller?.subject).toBe('Refund requested: $19.00')
    expect(toSeller?.text).toContain(
      `${receipt?.receipt_number}: up to $25.00, ${receipt?.reference}`,
    )
    expect(toMember).toMatchObject({ to: email })
    expect(await live.wallet(accountId)).toEqual(before)
    await request(accountId, email)
    await expect(request(accountId, email)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
  })

  it('counts only what is left after refunds, and no credit that nobody paid for', async () => {
    const accountId = await live.createAccount()
    const { sessionId } = await live.rechargePaid(accountId, 2_500)
    const credit = { accountId, units: 50_000_000n, reason: 'gift', reference: sessionId }
    await creditWallet(live.database, credit)
    await live.tell(live.stripe.books.refund(sessionId, 1_000).event)
    expect(await live.wallet(accountId)).toMatchObject({
      balance_units: 2_000 * UNITS_PER_CENT,
      refundable_units: 1_500 * UNITS_PER_CENT,
    })
  })
})
