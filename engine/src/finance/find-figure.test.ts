import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FiscalPeriod } from '../search/company-fact.ts'
import { add, type Rational, rational, subtract } from '../tables/rational.ts'
import { compare } from './decimal.ts'
import { createFactBook } from './fact-book.ts'
import type { Figure } from './figure.ts'
import { findFigure } from './find-figure.ts'
import { metricOf } from './metrics.ts'
import type { Slot } from './slots.ts'
import { derivation } from './statements/say.ts'
import { type FiledFigures, reportedScene } from './testing/reported-scene.ts'
import { exactAmount } from './write-amount.ts'

const COMPANY = { cik: '0000000001', name: 'Petrel Ltd', tickers: ['PTR'] }
const PERIODS: Readonly<Record<string, FiscalPeriod>> = {
  year: { start: '2022-01-01', end: '2022-12-31', fiscalYear: 2022, part: 'year' },
  nine: { start: '2022-01-01', end: '2022-09-30', fiscalYear: 2022, part: 'nine-months' },
  half: { start: '2022-01-01', end: '2022-06-30', fiscalYear: 2022, part: 'half' },
  q1: { start: '2022-01-01', end: '2022-03-31', fiscalYear: 2022, part: 'Q1' },
  q2: { start: '2022-04-01', end: '2022-06-30', fiscalYear: 2022, part: 'Q2' },
  q3: { start: '2022-07-01', end: '2022-09-30', fiscalYear: 2022, part: 'Q3' },
  nextNine: { start: '2023-01-01', end: '2023-09-30', fiscalYear: 2023, part: 'nine-months' },
  // A short year, and nine months that begin at another time.
  shortYear: { start: '2022-07-01', end: '2022-12-31', fiscalYear: 2022, part: 'year' },
  lateNine: { start: '2022-02-01', end: '2022-10-31', fiscalYear: 2022, part: 'nine-months' },
  end: { end: '2022-12-31', fiscalYear: 2022, part: 'year' },
  weeks: { end: '2022-12-25', fiscalYear: 2022, part: 'year' },
}
const periodOf = (name: string) => PERIODS[name] ?? { end: name, fiscalYear: 0, part: 'year' }

function bookOf(...filings: readonly FiledFigures[]) {
  const { facts } = reportedScene(
    filings.map((figures, at) => ({
      company: COMPANY,
      form: '10-K',
      filedOn: `2024-01-0${at + 1}`,
      period: periodOf('year'),
      figures,
    })),
    periodOf,
  )
  return createFactBook(facts)
}

const find = (book: ReturnType<typeof bookOf>, metric: string, slot: Slot) =>
  findFigure(book, { company: COMPANY, metric: metricOf(metric), slot })

const textOf = (figure: Figure | undefined) => figure && exactAmount(figure)
const slot = (part: FiscalPeriod['part']): Slot => ({ kind: 'fiscal', year: 2022, part })
/** Up to ten trillion, with cents. */
const amount = fc
  .integer({ min: -1_000_000_000_000_000, max: 1_000_000_000_000_000 })
  .map(cents => cents / 100)
const exact = (value: number): Rational => rational(String(value))
const isEqual = (a: Rational | undefined, b: Rational) => a !== undefined && compare(a, b) === 0

describe('a period that was not reported separately', () => {
  it('is exact to the cent: the fourth quarter and the nine months before it add up to the year', () => {
    fc.assert(
      fc.property(amount, amount, (year, nine) => {
        const book = bookOf({ 'us-gaap:Revenues USD': { year, nine } })
        const last = find(book, 'revenue', slot('Q4'))
        expect(isEqual(last && add(last.value, exact(nine)), exact(year))).toBe(true)
        expect(last?.period).toEqual({
          start: '2022-10-01',
          end: '2022-12-31',
          fiscalYear: 2022,
          part: 'Q4',
        })
      }),
      { numRuns: 100 },
    )
  })

  it('is the same from three quarters as from nine months', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, (year, q1, q2, q3) => {
        const book = bookOf({ 'us-gaap:Revenues USD': { year, q1, q2, q3 } })
        const rest = [q1, q2, q3].map(exact).reduce(subtract, exact(year))
        expect(isEqual(find(book, 'revenue', slot('Q4'))?.value, rest)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('of the trailing twelve months is the year, plus the months after it, minus the same months before', () => {
    fc.assert(
      fc.property(amount, amount, amount, (year, nine, nextNine) => {
        const book = bookOf({ 'us-gaap:Revenues USD': { year, nine, nextNine } })
        const figure = find(book, 'revenue', { kind: 'trailing' })
        const expected = subtract(add(exact(year), exact(nextNine)), exact(nine))
        expect(isEqual(figure?.value, expected)).toBe(true)
        expect(figure?.period).toMatchObject({ start: '2022-10-01', end: '2023-09-30' })
      }),
      { numRuns: 50 },
    )
  })

  it('is not calculated from parts with a gap between them', () => {
    const book = bookOf({ 'us-gaap:Revenues USD': { year: 100, lateNine: 70 } })
    expect(find(book, 'revenue', slot('Q4'))).toBeUndefined()
  })

  it('is not calculated from two currencies', () => {
    const book = bookOf({
      'us-gaap:Revenues USD': { year: 100 },
      'us-gaap:Revenues EUR': { nine: 70 },
    })
    expect(find(book, 'revenue', slot('Q4'))).toBeUndefined()
  })

  it('is calculated for amounts per share, and not for other rates', () => {
    const book = bookOf({
      'us-gaap:EarningsPerShareDiluted USD/shares': { year: 4, nine: 3, nextNine: 5 },
      'us-gaap:WeightedAverageNumberOfDilutedSharesOutstanding shares': { year: 4, nine: 3 },
    })
    expect(textOf(find(book, 'eps-diluted', slot('Q4')))).toBe('$1.00')
    expect(textOf(find(book, 'eps-diluted', { kind: 'trailing' }))).toBe('$6.00')
    expect(find(book, 'diluted-shares', slot('Q4'))).toBeUndefined()
  })
})

describe('the fact that is chosen', () => {
  it('covers a period of the requested length', () => {
    expect(
      find(bookOf({ 'us-gaap:Revenues USD': { shortYear: 50 } }), 'revenue', slot('year')),
    ).toBeUndefined()
    expect(
      find(bookOf({ 'us-gaap:Revenues USD': { end: 50 } }), 'revenue', slot('year')),
    ).toBeUndefined()
    expect(
      find(bookOf({ 'us-gaap:Assets USD': { year: 50 } }), 'total-assets', slot('year')),
    ).toBeUndefined()
  })

  it('is of a year of whole weeks that is given by its last day alone, unless another is whole', () => {
    const weeks = bookOf({ 'us-gaap:Revenues USD': { weeks: 50 } })
    expect(find(weeks, 'revenue', slot('year'))?.period.start).toBe('2021-12-26')
    const both = bookOf({ 'us-gaap:Revenues USD': { weeks: 50, year: 60 } })
    expect(textOf(find(both, 'revenue', slot('year')))).toBe('$60')
  })

  it('is of the better concept, whichever was filed first', () => {
    const book = bookOf(
      { 'us-gaap:Revenues USD': { year: 90 } },
      { 'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax USD': { year: 80 } },
    )
    expect(textOf(find(book, 'revenue', slot('year')))).toBe('$90')
  })

  it('is from the newest filing, and keeps the values of other filings', () => {
    const book = bookOf(
      { 'us-gaap:Revenues USD': { year: 90 } },
      { 'us-gaap:Revenues USD': { year: 91 } },
      { 'us-gaap:Revenues USD': { year: 91 } },
    )
    const figure = find(book, 'revenue', slot('year'))
    expect(textOf(figure)).toBe('$91')
    expect(figure?.facts[0]?.fact.filedOn).toBe('2024-01-03')
    expect(figure?.facts[0]?.differing.map(({ fact }) => fact.value)).toEqual([90])
  })

  it('is not from a filing that gives two values, such as classes of shares', () => {
    const { facts } = reportedScene(
      [90, 91].map(value => ({
        company: COMPANY,
        form: '10-K',
        filedOn: '2024-01-01',
        period: periodOf('year'),
        figures: { 'us-gaap:EarningsPerShareDiluted USD/shares': { year: value } },
      })),
      periodOf,
    )
    const url = facts[0]?.url ?? ''
    const book = createFactBook(facts.map(fact => ({ ...fact, url })))
    expect(find(book, 'eps-diluted', slot('year'))).toBeUndefined()
  })
})

describe('a metric that is not reported', () => {
  const told = (figures: FiledFigures, metric: string) => {
    const figure = find(bookOf(figures), metric, slot('year'))
    return figure && `${textOf(figure)}: ${derivation(figure)?.text}`
  }

  it('is calculated from metrics that are, with its derivation', () => {
    expect(
      told(
        { 'us-gaap:Revenues USD': { year: 90 }, 'us-gaap:CostOfRevenue USD': { year: 60 } },
        'gross-profit',
      ),
    ).toBe('$30: revenue of $90 less cost of revenue of $60')
    expect(
      told(
        { 'us-gaap:Assets USD': { end: 90 }, 'us-gaap:StockholdersEquity USD': { end: 50 } },
        'liabilities',
      ),
    ).toBe('$40: total assets of $90 less equity including noncontrolling interests of $50')
    expect(
      told(
        {
          'us-gaap:OperatingIncomeLoss USD': { year: 10 },
          'us-gaap:Depreciation USD': { year: 4 },
          'us-gaap:AmortizationOfIntangibleAssets USD': { year: 3 },
        },
        'ebitda',
      ),
    ).toBe('$17: operating income of $10 plus depreciation and amortization of $7')
  })

  it('of debt is never counted twice', () => {
    const parts = {
      'us-gaap:LongTermDebtNoncurrent USD': { end: 70 },
      'us-gaap:LongTermDebtCurrent USD': { end: 10 },
      'us-gaap:CommercialPaper USD': { end: 5 },
    }
    expect(told(parts, 'total-debt')).toMatch(/^\$85/)
    // The same line under two names.
    const same = { ...parts, 'us-gaap:CommercialPaper USD': { end: 10 } }
    expect(told(same, 'total-debt')).toMatch(/^\$80/)
    // All current debt has the current portion of the long-term debt in it.
    const whole = {
      'us-gaap:LongTermDebt USD': { end: 80 },
      'us-gaap:DebtCurrent USD': { end: 15 },
    }
    expect(told(whole, 'total-debt')).toBeUndefined()
    expect(
      told({ ...whole, 'us-gaap:LongTermDebtNoncurrent USD': { end: 70 } }, 'total-debt'),
    ).toMatch(/^\$85/)
  })
})

describe('a calendar year', () => {
  it('is the sum of the four quarters that cover it, whatever the fiscal year', () => {
    const quarters: FiscalPeriod[] = [
      { start: '2022-01-01', end: '2022-03-31', fiscalYear: 2022, part: 'Q3' },
      { start: '2022-04-01', end: '2022-06-30', fiscalYear: 2022, part: 'Q4' },
      { start: '2022-07-01', end: '2022-09-30', fiscalYear: 2023, part: 'Q1' },
      { start: '2022-10-01', end: '2022-12-31', fiscalYear: 2023, part: 'Q2' },
    ]
    const { facts } = reportedScene(
      [
        {
          ...{ company: COMPANY, form: '10-Q', filedOn: '2023-02-01', period: periodOf('year') },
          figures: { 'us-gaap:Revenues USD': { '0': 10, '1': 20, '2': 30, '3': 40 } },
        },
      ],
      name => quarters[Number(name)] ?? periodOf('year'),
    )
    const slots = quarters.map(({ fiscalYear, part }) => {
      return { kind: 'fiscal', year: fiscalYear, part } as const
    })
    const calendar = { kind: 'calendar', year: 2022, quarters: slots } as const
    const figure = find(createFactBook(facts), 'revenue', calendar)
    expect(textOf(figure)).toBe('$100')
    expect(figure?.period).toMatchObject({ start: '2022-01-01', end: '2022-12-31' })
    expect(find(createFactBook(facts.slice(1)), 'revenue', calendar)).toBeUndefined()
  })
})

describe('a quotient', () => {
  it('is left out if the divisor is zero or a loss', () => {
    for (const equity of [0, -5]) {
      const book = bookOf({
        'us-gaap:NetIncomeLoss USD': { year: 10 },
        'us-gaap:StockholdersEquity USD': { end: equity },
      })
      expect(find(book, 'return-on-equity', slot('year'))).toBeUndefined()
    }
  })

  it('is left out if the currencies differ', () => {
    const book = bookOf({
      'us-gaap:NetIncomeLoss USD': { year: 10 },
      'us-gaap:StockholdersEquity EUR': { end: 100 },
    })
    expect(find(book, 'return-on-equity', slot('year'))).toBeUndefined()
  })

  it('is rounded half away from zero', () => {
    const margin = (income: number) =>
      textOf(
        find(
          bookOf({
            'us-gaap:NetIncomeLoss USD': { year: income },
            'us-gaap:Revenues USD': { year: 1000 },
          }),
          'net-margin',
          slot('year'),
        ),
      )
    expect(margin(122.5)).toBe('12.3%')
    expect(margin(-122.5)).toBe('−12.3%')
    expect(margin(122.4)).toBe('12.2%')
  })
})
