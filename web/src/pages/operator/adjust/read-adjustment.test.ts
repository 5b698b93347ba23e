import { expect, test } from 'vitest'
import { balanceAfter, readAdjustment } from './read-adjustment.ts'

const wallet = (balance_units: number, debt_units = 0) => ({ balance_units, debt_units })

test('an adjustment is exact to the last of seven places', () => {
  const asked = { typed: '0.1000001', account: wallet(2_000_000) }
  expect(readAdjustment({ ...asked, direction: 'credit' })).toEqual({ units: 1_000_001n })
  expect(readAdjustment({ ...asked, direction: 'debit' })).toEqual({ units: -1_000_001n })
})

test('amounts are taken as people paste them', () => {
  const credit = (typed: string) =>
    readAdjustment({ direction: 'credit', typed, account: wallet(0) }).units
  expect(credit(' $12.50 ')).toBe(125_000_000n)
  expect(credit('$ 3')).toBe(30_000_000n)
})

test.each(['', '0', '-5', '1e3', '1,000', '0.00000001', 'ten'])('%j is no amount', typed => {
  expect(readAdjustment({ direction: 'credit', typed, account: wallet(0) }).problem).toContain(
    'Enter an amount',
  )
})

test('all that a wallet holds can be taken, and not the least bit more', () => {
  const debit = (typed: string) =>
    readAdjustment({ direction: 'debit', typed, account: wallet(125_000_000) })
  expect(debit('12.5')).toEqual({ units: -125_000_000n })
  expect(debit('12.5000001').problem).toBe('The wallet holds $12.50; take at most that.')
})

test.each([
  { name: 'a credit', held: wallet(5), units: 7n, left: 12n, debtPaid: 0n },
  { name: 'a debit', held: wallet(5), units: -5n, left: 0n, debtPaid: 0n },
  { name: 'a credit of less than is owed', held: wallet(0, 10), units: 7n, left: 0n, debtPaid: 7n },
  { name: 'one of more than is owed', held: wallet(0, 10), units: 17n, left: 7n, debtPaid: 10n },
  { name: 'more than there is', held: wallet(5), units: -6n, left: -1n, debtPaid: 0n },
])('$name leaves what the books will say', ({ held, units, left, debtPaid }) => {
  expect(balanceAfter(held, units)).toEqual({ units: left, debtPaidUnits: debtPaid })
})
