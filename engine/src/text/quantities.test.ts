import { expect, it } from 'vitest'
import { quantities } from './quantities.ts'

it.each([
  ['(1,234.5)', -1234.5, 'none'],
  ['$ (1,452.4)', -1452.4, 'money'],
  ['(5.3)%', -5.3, 'percent'],
  ['-12.6', -12.6, 'none'],
  ['$1.2 million', 1_200_000, 'money'],
  ['34.3 percent', 34.3, 'percent'],
  ['10,800,882', 10_800_882, 'none'],
  ['€3.5 bn', 3_500_000_000, 'money'],
  ['.5', 0.5, 'none'],
] as const)('reads %s', (text, value, unit) => {
  expect(quantities(text)).toEqual([
    expect.objectContaining({ value, unit, start: 0, end: text.length }),
  ])
})

it('takes the dash of a range for no sign and digits within a name for no number', () => {
  expect(quantities('2010-2014 and H1N1').map(({ value }) => value)).toEqual([2010, 2014])
})

it('leaves the parentheses of a sentence to the sentence', () => {
  const text = 'about (2014 est.) and 12)'
  expect(quantities(text).map(({ start, end }) => text.slice(start, end))).toEqual(['2014', '12'])
})

it('is quick on digits without end', () => {
  expect(quantities('1,'.repeat(20_000)).length).toBeGreaterThan(0)
})
