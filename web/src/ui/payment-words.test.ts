import type { PaymentResponse } from '@footnote/contract/site/responses'
import { expect, test } from 'vitest'
import { amountOf, paymentState } from './payment-words.ts'

const paid: PaymentResponse = {
  payment_id: '01997c1e-7f00-7000-8000-000000000001',
  receipt_number: '1042',
  provider: 'stripe',
  is_test: false,
  is_automatic: false,
  state: 'paid',
  asked_units: 250_000_000,
  credited_units: 250_000_000,
  refunded_units: 0,
  disputed_units: 0,
  email: 'ada@example.com',
  seller: null,
  buyer: null,
  reference: 'pi_1',
  created_at: '2026-10-01T10:00:00Z',
  paid_at: '2026-10-01T10:01:00Z',
  url: null,
}

test.each<[Partial<PaymentResponse>, string]>([
  [{}, 'Paid'],
  [{ refunded_units: 1 }, 'Partly refunded'],
  [{ refunded_units: 250_000_000 }, 'Refunded'],
  [{ disputed_units: 250_000_000, refunded_units: 1 }, 'Disputed'],
  [{ state: 'failed' }, 'Declined'],
  [{ state: 'processing' }, 'Processing'],
])('labels %j as %s', (fields, text) => {
  expect(paymentState({ ...paid, ...fields }).text).toBe(text)
})

test('shows the credited amount, not the requested one', () => {
  expect(amountOf({ ...paid, credited_units: 200_000_000 })).toBe(200_000_000)
  expect(amountOf({ ...paid, state: 'open', credited_units: 0 })).toBe(250_000_000)
})
