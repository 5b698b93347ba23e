import { expect, it } from 'vitest'
import { type Movement, movementDetail, movementTitle } from './movement-words.ts'

const movement: Movement = {
  movement_id: '1',
  kind: 'charge',
  units: -1,
  balance_units: 0,
  reason: null,
  request_id: null,
  tool: null,
  effort: null,
  key_name: null,
  payment_id: null,
  created_at: '2026-10-01T10:00:00Z',
}

it.each<[Partial<Movement>, string, string | undefined]>([
  [{ tool: 'answer', key_name: 'production' }, 'Answer', 'key production'],
  [
    { tool: 'finance_research', effort: 'deep', key_name: 'ci' },
    'Financial research, deep',
    'key ci',
  ],
  [
    { kind: 'refund', tool: 'research', effort: 'lite', key_name: 'website' },
    'Refund: Research, lite',
    'on the website',
  ],
  [{ kind: 'credit', reason: 'welcome' }, 'Credit', 'welcome'],
  [{ kind: 'recharge' }, 'Recharge', undefined],
])('describes %j as %j, %j', (fields, title, detail) => {
  expect(movementTitle({ ...movement, ...fields })).toBe(title)
  expect(movementDetail({ ...movement, ...fields })).toBe(detail)
})
