import { expect, test } from 'vitest'
import { balanceAfter, readAdjustment } from './read-adjustment.ts'

const wallet = (balance_units: number, debt_units = 0) => ({ balance_units, debt_units })

test('reads an adjustment exactly to seven decimals', () => {
  const asked = { typed: '0.1000001', account: wallet(2_000_000) }
  expect(readAdjustment({ ...asked, direction: 'credit' })).toEqual({ units: 1_000_001n })
  expect(readAdjustment({ ...asked, direction: 'debit' })).toEqual({ units: -1_000_001n })
})

test('accepts pasted amounts with a dollar sign and spaces', () => {
  const credit = (typed: string) =>
    readAdjustment({ direction: 'credit', typed, account: wallet(0) }).units
  expect(credit(' $12.50 ')).toBe(125_000_000n)
  expect(credit('$ 3')).toBe(30_000_000n)
})

test.each(['', '0', '-5', '1e3', '1,000', '0.00000001', 'ten'])('rejects %j', typed => {
  expect(readAdjustment({ direction: 'credit', typed, account: wallet(0) }).problem).toContain(
    'Enter an amount',
  )
})

test('allows a debit of the whole balance and no more', () => {
  const debit = (typed: string) =>
    readAdjustment({ direction: 'debit', typed, account: wallet(125_000_000) })
  expect(debit('12.5')).toEqual({ units: -125_000_000n })
  expect(debit('12.5000001').problem).toBe('Enter at most $12.50, the current balance.')
})

test.each([
  { name: 'a credit', held: wallet(5), units: 7n, left: 12n, debtPaid: 0n },
  { name: 'a debit', held: wallet(5), units: -5n, left: 0n, debtPaid: 0n },
  { name: 'a credit below the debt', held: wallet(0, 10), units: 7n, left: 0n, debtPaid: 7n },
  { name: 'a credit above the debt', held: wallet(0, 10), units: 17n, left: 7n, debtPaid: 10n },
  { name: 'a debit above the balance', held: wallet(5), units: -6n, left: -1n, debtPaid: 0n },
])('computes the balance after $name', ({ held, units, left, debtPaid }) => {
  expect(balanceAfter(held, units)).toEqual({ units: left, debtPaidUnits: debtPaid })
})
