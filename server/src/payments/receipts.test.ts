import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  openPaymentScene,
  type PaymentScene,
  UNITS_PER_CENT,
} from '../testing/scenes/payment-scene.ts'
import { readMail } from '../testing/scenes/read-mail.ts'
import { setBillingDetails } from './billing-details.ts'
import { mailReceipts } from './mail-receipts.ts'

const SELLER = {
  legal_name: 'Footnotes Ltd',
  address: '1 Margin Row, London',
  support_email: 'help@footnote.example',
  terms_url: 'https://footnote.example/terms',
  privacy_url: 'https://footnote.example/privacy',
  refund_url: 'https://footnote.example/refunds',
}

let scene: PaymentScene
beforeAll(async () => {
  scene = await openPaymentScene({ seller: SELLER })
})
afterAll(() => scene.close())

/** Gives an account a user, who can have billing details and get mail. */
async function createOwner(accountId: string): Promise<{ userId: string; email: string }> {
  const { rows } = await scene.database.query<{ userId: string; email: string }>(
    `with owner as (
       insert into auth_user (id, email, email_verified)
       select gen_random_uuid(), email, true from account where id = $1 returning id, email
     )
     update account set user_id = owner.id from owner where account.id = $1
     returning owner.id as "userId", owner.email`,
    [accountId],
  )
  const [owner] = rows
  if (!owner) throw new Error('no such account')
  return owner
}

const numbersOf = async (accountId: string) =>
  (await scene.payments.listPayments(accountId)).map(({ receipt_number }) => receipt_number).sort()

it('numbers an account’s receipts without gaps, when credits race and one is rolled back', async () => {
  const accountId = await scene.createAccount()
  const other = await scene.createAccount()
  await scene.rechargePaid(accountId)
  const lost = await scene.recharge(accountId)
  // The process dies after the number was assigned and before the commit.
  const dying = await scene.database.connect()
  await dying.query('begin')
  await dying.query(`select apply_payment($1, 0, 'paid', $2, null, $3, 0, 0, false)`, [
    lost.paymentId,
    lost.sessionId,
    1_000 * UNITS_PER_CENT,
  ])
  await dying.query('rollback')
  dying.release()
  const started = await Promise.all(
    Array.from({ length: 5 }, (_, index) => scene.recharge(index < 4 ? accountId : other)),
  )
  const events = started.map(({ sessionId }) => scene.stripe.books.pay(sessionId))
  await Promise.all(events.flatMap(event => [scene.tell(event), scene.tell(event)]))
  await scene.tell(scene.stripe.books.pay(lost.sessionId))
  const numbers = await numbersOf(accountId)
  const series = numbers[0]?.slice(0, 'FN-000001'.length)
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6].map(index => `${series}-000${index}`))
  expect(await numbersOf(other)).toEqual([expect.stringMatching(/^FN-\d{6}-0001$/)])
  expect((await numbersOf(other))[0]).not.toBe(numbers[0])
})

it('keeps seller and buyer as they were when the receipt was issued', async () => {
  const accountId = await scene.createAccount()
  const { userId } = await createOwner(accountId)
  const details = { name: 'Analytical Ltd', address: '12 St James\nLondon', tax_id: 'GB123' }
  const unnamed = await scene.rechargePaid(accountId)
  const find = ({ paymentId }: { paymentId: string }) =>
    scene.payments.findPayment({ accountId, paymentId })
  expect(await find(unnamed)).toMatchObject({ seller: SELLER, buyer: null })
  await setBillingDetails(scene.database, { userId, details })
  const named = await scene.rechargePaid(accountId)
  const moved = { ...details, name: 'Difference Ltd' }
  await setBillingDetails(scene.database, { userId, details: moved })
  expect(await find(named)).toMatchObject({ buyer: details })
  // Without a buyer at that time, the receipt shows the present one.
  expect(await find(unnamed)).toMatchObject({ buyer: moved })
})

it('mails each receipt once, with all that bookkeeping needs', async () => {
  const accountId = await scene.createAccount()
  const { userId, email } = await createOwner(accountId)
  const details = { name: 'Analytical Ltd', address: '12 St James\nLondon', tax_id: 'GB123' }
  await setBillingDetails(scene.database, { userId, details })
  const { paymentId } = await scene.rechargePaid(accountId, 2_500)
  const mail = () => mailReceipts(scene.database, { origin: () => 'https://footnote.example' })
  await Promise.all([mail(), mail(), mail()])
  await mail()
  const { rows } = await scene.database.query('select from mail where recipient = $1', [email])
  expect(rows).toHaveLength(1)
  const message = await readMail(scene.database, email)
  const receipt = await scene.payments.findPayment({ accountId, paymentId })
  expect(message?.subject).toBe(`Receipt ${receipt?.receipt_number} from Footnote`)
  for (const part of [
    'Seller: Footnotes Ltd, 1 Margin Row, London',
    'Buyer: Analytical Ltd, 12 St James, London',
    'Tax ID of the buyer: GB123',
    'Total paid: $25.00 USD',
    `https://footnote.example/wallet/receipts/${paymentId}`,
  ]) {
    expect(message?.text).toContain(part)
  }
})
