import type { PaymentResponse } from '@footnote/contract/site/responses'
import { expect, test } from 'vitest'
import { returnStory } from './return-story.ts'

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

test('mentions a credit only for a paid payment', () => {
  for (const state of ['open', 'processing', 'expired', 'failed'] as const)
    for (const isPolling of [true, false])
      expect(returnStory({ ...paid, state }, { isPolling }).title).not.toContain('credited')
  expect(returnStory(paid, { isPolling: false }).title).toBe('$25.00 credited')
})

test('stops claiming to wait when polling has stopped', () => {
  const open = { ...paid, state: 'open' as const }
  expect(returnStory(open, { isPolling: true }).title).toMatch(/^Waiting/)
  expect(returnStory(open, { isPolling: false }).title).not.toMatch(/^Waiting/)
})
