import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rational } from '../../tables/rational.ts'
import { compare, writeDecimal } from '../decimal.ts'
import type { Figure } from '../figure.ts'
import { metricOf } from '../metrics.ts'
import { apart, growthOf } from './say.ts'

const figure = (value: string, unit = 'USD'): Figure => ({
  company: { cik: '1', name: 'Petrel Ltd', tickers: [] },
  metric: metricOf('revenue'),
  period: { start: '2022-01-01', end: '2022-12-31', fiscalYear: 2022, part: 'year' },
  value: rational(value),
  unit,
  facts: [],
})

const positive = fc.integer({ min: 1, max: 1_000_000_000_000 })

describe('growth', () => {
  it('from A to B has the other sign than that from B to A', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 100_000 }),
        fc.integer({ min: 1_000, max: 100_000 }),
        (a, b) => {
          const there = growthOf(figure(`${a}`), figure(`${b}`))?.percent ?? Number.NaN
          const back = growthOf(figure(`${b}`), figure(`${a}`))?.percent ?? Number.NaN
          expect(Math.sign(there)).toBe(-Math.sign(back) || 0)
          expect(b / a).toBeCloseTo(1 + there / 100, 2)
        },
      ),
    )
  })

  it('has no percentage from or to zero or below, of ratios, or across currencies', () => {
    expect(growthOf(figure('0'), figure('5'))).toBeUndefined()
    expect(growthOf(figure('-3'), figure('5'))).toBeUndefined()
    expect(growthOf(figure('3', 'percent'), figure('5', 'percent'))).toBeUndefined()
    expect(growthOf(figure('3', 'EUR'), figure('5'))).toBeUndefined()
    expect(growthOf(figure('3'), figure('-5'))).toBeUndefined()
    expect(growthOf(figure('3'), figure('0'))).toBeUndefined()
  })

  it('is rounded half away from zero', () => {
    expect(growthOf(figure('1000'), figure('1122.5'))?.percent).toBe(12.3)
    expect(growthOf(figure('1000'), figure('877.5'))?.percent).toBe(-12.3)
  })
})

describe('a difference', () => {
  it('is exact to the cent, whatever the order', () => {
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const [one, other] = [a, b].map(cents => figure((cents / 100).toFixed(2)))
        if (!one || !other) return
        const [number = 0] = apart(one, other).numbers
        expect(Math.abs(number - Math.abs(a - b) / 100)).toBeLessThan(0.01)
        expect(apart(other, one)).toMatchObject({ numbers: [number] })
      }),
    )
  })

  it('of percentages is in points of the rounded values', () => {
    const [one, other] = ['25.34', '24.56'].map(value => figure(value, 'percent'))
    expect(one && other && apart(one, other).text).toBe('0.7 percentage points')
  })
})

it('writes every digit of a number', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.nat({ max: 6 }),
      (over, decimals) => {
        const written = writeDecimal({ over, under: 10n ** BigInt(decimals) }, decimals)
        const back = rational(written.replaceAll(',', '').replace('−', '-'))
        expect(compare(back, { over, under: 10n ** BigInt(decimals) })).toBe(0)
      },
    ),
  )
})
