import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dates, isIsoDate, loneMonths } from './dates.ts'
import { numbers, quantities } from './numbers.ts'
import { periods } from './periods.ts'
import { measuresIn, scaleOfWord, statedScale } from './units.ts'

describe('numbers', () => {
  it.each([
    ['en', '10,800,882 people', 10_800_882, ''],
    ['en', '(1,234.5)', -1234.5, ''],
    ['en', '$ (1,452.4)', -1452.4, 'usd'],
    ['en', '($5.2 million)', -5.2e6, 'usd'],
    ['en', '(5.4) million USD', -5.4e6, 'usd'],
    ['en', '(5.3)%', -5.3, 'percent'],
    ['en', '-12.6', -12.6, ''],
    ['en', '$5m', 5e6, 'usd'],
    ['en', '5 m', 5, 'metre'],
    ['en', '€3.5 bn', 3.5e9, 'eur'],
    ['en', 'US€1,250', 1250, 'eur'],
    ['en', '12 lakh', 1.2e6, ''],
    ['en', '1,23,456', 123_456, ''],
    ['en', '10 km²', 10, 'square kilometre'],
    ['en', '4.5 percentage points', 4.5, 'points'],
    ['en', 'the 1980s', 1980, 'decade'],
    ['en', "the Seven Years' War", 7, 'year'],
    ['en', '250 pounds', 250, 'gbp pound'],
    ['en', 'twenty-five-year-olds', 25, 'year'],
    ['en', 'a hundred and five million people', 105e6, ''],
    ['en', 'the twenty-first time', 21, ''],
    ['en', 'two-thirds of it', 2 / 3, 'part'],
    ['en', 'it doubled', 2, 'times'],
    ['en', 'dozens of ships', 12, 'vague'],
    ['de', '1.234,5 Mio. Euro', 1_234.5e6, 'eur'],
    ['de', 'dreiundzwanzig Piere', 23, ''],
    ['de', '10,8 Billionen Tonnen', 10.8e12, 'tonne'],
    ['fr', '10 800 000 tonnes', 10.8e6, 'tonne'],
    ['fr', 'quatre-vingt-dix', 90, ''],
    ['es', '10,8 mil millones de euros', 10.8e9, ''],
    ['zh', '1080万吨货物', 10.8e6, 'tonne'],
    ['zh', '一千零八十万吨', 10.8e6, 'tonne'],
    ['ja', '3億5000万円', 350e6, 'yen'],
    ['ru', '10,8 млрд тонн', 10.8e9, 'tonne'],
  ])('in %s: %s', (language, text, value, measures) => {
    const [figure, ...others] = numbers(text, language)
    expect(figure?.value).toBeCloseTo(value, 6)
    expect([...(figure?.measures ?? [])].join(' ')).toBe(measures)
    expect(others).toEqual([])
  })

  it.each([
    ['2010-2014 and H1N1', [2010, 2014]],
    ['10,800,000,5', [10_800_000]],
    ['20 mi (32 km)', [20, 32]],
    ['pour cent', []],
    ['ten of twelve', [10, 12]],
  ])('are those of %s', (text, values) => {
    expect(numbers(text).map(({ value }) => value)).toEqual(values)
  })

  it('recognizes digits that are part of a name', () => {
    expect(numbers('74k').map(({ isPartOfWord }) => isPartOfWord)).toEqual([true])
    expect(numbers('the 3rd of 74km').map(({ isPartOfWord }) => isPartOfWord)).toEqual([
      false,
      false,
    ])
  })

  it('does not read the parentheses of a sentence as a minus sign', () => {
    const text = 'about (2014 est.) and 12)'
    expect(quantities(text).map(({ start, end }) => text.slice(start, end))).toEqual(['2014', '12'])
  })

  it.each([
    ['(1,234.5)', -1234.5, 'none'],
    ['(5.3)%', -5.3, 'percent'],
    ['$1.2 million', 1_200_000, 'money'],
    ['34.3 percent', 34.3, 'percent'],
    ['.5', 0.5, 'none'],
  ] as const)('are quantities with their unit: %s', (text, value, unit) => {
    expect(quantities(text)).toEqual([
      expect.objectContaining({ value, unit, start: 0, end: text.length }),
    ])
  })
})

it.each([
  ['in millions of euros (km²)', ['eur', 'square kilometre']],
  ['Share (%)', ['percent']],
])('finds the units of a head: %s', (text, measures) => {
  expect([...measuresIn(text)].sort()).toEqual(measures)
})

it('reads scales in words and as heads state them', () => {
  expect(['Millions', 'bn', 'people'].map(word => scaleOfWord(word))).toEqual([1e6, 1e9, undefined])
  expect(['(in thousands)', '$000s', 'US$m', 'Revenue'].map(statedScale)).toEqual([
    1e3, 1e3, 1e6, 1,
  ])
})

describe('dates', () => {
  it.each([
    ['en', '12 March 1987', '1987-03-12'],
    ['en', 'March 12, 1987', '1987-03-12'],
    ['en', 'Mar. 12th, 1987', undefined],
    ['en', '12th of March, 1987', '1987-03-12'],
    ['en', '1987-03-12', '1987-03-12'],
    ['en', '12-Mar-1987', '1987-03-12'],
    ['en', '30 February 1987', undefined],
    ['de', '12. März 1987', '1987-03-12'],
    ['de', '12.03.1987', '1987-03-12'],
    ['es', '12 de marzo de 1987', '1987-03-12'],
    ['ja', '1987年3月12日', '1987-03-12'],
  ])('in %s: %s', (language, text, iso) => {
    const [date] = dates(text, language)
    expect(date).toMatchObject({ start: 0 })
    if (iso !== undefined) expect(date).toMatchObject({ end: text.length })
    const { year, month, day } = date?.readings[0] ?? { month: 0 }
    const written = [year, month, day].map(part => String(part).padStart(2, '0')).join('-')
    const expected = text === 'Mar. 12th, 1987' ? '1987-03-12' : iso
    expect(isIsoDate(written) ? written : undefined).toBe(expected)
  })

  it('may have fewer parts, or two readings', () => {
    expect(dates('March 1987, May 5')[1]?.readings).toEqual([{ month: 5, day: 5 }])
    expect(dates('3/12/1987')[0]?.readings).toHaveLength(2)
  })

  it('are not read from verbs, and a lower-case month needs its year', () => {
    expect(dates('it may 5 times march')).toEqual([])
    expect(dates('in march 2023')[0]?.readings).toEqual([{ month: 3, year: 2023 }])
    expect(loneMonths('Visits rose in May.').map(({ readings }) => readings[0]?.month)).toEqual([5])
  })
})

it.each([
  ['2010-14', ['2010-14', 2010, 2014, undefined]],
  ['from 2003 to 2005', ['2003 to 2005', 2003, 2005, undefined]],
  ['Q2 of 2023', ['Q2 of 2023', 2023, 2023, 'q2']],
  ['FY 2020 Q3', ['FY 2020 Q3', 2020, 2020, 'q3']],
  ['Q423', ['Q423', 2023, 2023, 'q4']],
  ["FY'21", ["FY'21", 2021, 2021, undefined]],
  ['first half of fiscal 2019', ['first half of fiscal 2019', 2019, 2019, 'h1']],
  [
    'the nine months ended September 30, 2020',
    ['nine months ended September 30, 2020', 2020, 2020, 'm9'],
  ],
] as const)('reads the period of %s', (text, [span, first, last, part]) => {
  const [period, ...others] = periods(text)
  expect(text.slice(period?.start, period?.end)).toBe(span)
  expect([period?.years, period?.part]).toEqual([[first, last], part])
  expect(others).toEqual([])
})

it('lends a quarter the year of its neighbour', () => {
  expect(
    periods('Q1 and Q2 of 2023').map(({ years, isBorrowed }) => [years?.[0], isBorrowed]),
  ).toEqual([
    [2023, true],
    [2023, false],
  ])
})

describe('hostile text', () => {
  it('never throws, and every span lies within the text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 })
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('en', 'de', 'fr', 'zh', 'xx-bad-tag-'),
        (wild, language) => {
          for (const span of [
            ...numbers(wild, language),
            ...dates(wild, language),
            ...periods(wild),
          ]) {
            expect(span.start).toBeLessThan(span.end)
            expect(span.end).toBeLessThanOrEqual(wild.length)
          }
        },
      ),
    )
  })

  // Each of these takes minutes if the time grows with the square of the length.
  it.each([
    '1,',
    '1 234 ',
    'vierzehn',
    'two ',
    '(1',
    'May 1 ',
    '3億',
    '二',
    'a third of ',
    '2010-',
  ])('is read in linear time: %s', piece => {
    const text = `${piece.repeat(20_000)}x`
    for (const language of ['en', 'de', 'fr']) numbers(text, language)
    dates(text)
    periods(text)
  })
})
