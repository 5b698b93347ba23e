import { describe, expect, it } from 'vitest'
import { cellNumber } from './table.ts'

describe('a cell', () => {
  it.each([
    ['1,234.50', 1234.5],
    ['$ (1,234)', -1234],
    ['(12.5%)', -12.5],
    ['(12.5)%', -12.5],
    ['-3', -3],
    ['€45', 45],
    ['US$7.2', 7.2],
    ['—', 0],
    ['$—', 0],
    ['nil', 0],
    ['512 (1)', 512],
    ['512*', 512],
    ['12 345', 12345],
  ])('%s is a number', (text, value) => {
    expect(cellNumber(text)?.value).toBe(value)
  })

  it.each(['', 'n/a', 'Note 4', '2019 €m', '3 to 5 years', '10-K', 'A1', `${'9'.repeat(60)}`])(
    '%s is none',
    text => {
      expect(cellNumber(text)).toBeUndefined()
    },
  )

  it('keeps its decimals and its percent sign', () => {
    expect(cellNumber('8.50%')).toMatchObject({ decimals: 2, isPercent: true, digits: '8.50' })
  })

  it('of many footnote marks is read at once', () => {
    expect(cellNumber(`1${'*'.repeat(37)}x`)).toBeUndefined()
  })
})
