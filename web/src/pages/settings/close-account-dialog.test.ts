import { expect, test } from 'vitest'
import { closureWord, confirmsClosure } from './close-account-dialog.tsx'

const BALANCE = 12_345_000_000

test.each(['$1,234.50', '1234.50', '1234.5', ' 1,234.50 USD ', closureWord(BALANCE)])(
  '%j confirms a balance of 1,234.50 USD',
  text => {
    expect(confirmsClosure(text, BALANCE)).toBe(true)
  },
)

test.each(['', 'close', '1234', '1234.51', '1.234,50', '-1234.50', '0', 'NaN', '1e3'])(
  '%j does not confirm a balance of 1,234.50 USD',
  text => {
    expect(confirmsClosure(text, BALANCE)).toBe(false)
  },
)

test('requires an amount below a cent in full', () => {
  expect(closureWord(1)).toBe('$0.0000001')
  expect(confirmsClosure('0.00', 1)).toBe(false)
  expect(confirmsClosure('0.0000001', 1)).toBe(true)
})

test('requires the word “close” for an empty wallet', () => {
  expect(closureWord(0)).toBe('close')
  expect(confirmsClosure(' Close', 0)).toBe(true)
  expect(confirmsClosure('0', 0)).toBe(false)
  expect(confirmsClosure('', 0)).toBe(false)
})
