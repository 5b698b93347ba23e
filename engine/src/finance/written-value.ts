import type { CompanyFact } from '../search/company-fact.ts'
import { type Rational, rational } from '../tables/rational.ts'
import { quantities } from '../text/quantities.ts'
import { times } from './decimal.ts'

/** A fact's figure as its quote writes it. */
export interface WrittenValue {
  /** With scale and unit, such as `383,285 million USD`, to the letter. */
  readonly text: string
  /** What the digits say, which is what calculations use: a reader can repeat them. */
  readonly value: Rational
  /** 1, or what a word such as million stands for. */
  readonly scale: number
  readonly decimals: number
}

const LONGEST = 60
/** What a quote adds behind the figure, such as the year that it is for. */
const REMARK = /(?<=.)\s*\([^()]*\)\s*$/s
const DIGITS = /\d[\d,]*(?:\.\d+)?|\.\d+/
const CURRENCY_SIGN = /[$€£¥₹]/

/** The last figure of the quote that is the fact's. Absent when there is none, or it says no unit. */
export function writtenValue({ quote, value, unit }: CompanyFact): WrittenValue | undefined {
  const number = quantities(quote).findLast(one => {
    const half = (one.scale * 10 ** -one.decimals) / 2
    return one.unit !== 'percent' && Math.abs(one.value - value) <= half * (1 + 1e-9)
  })
  if (!number) return undefined
  const text = quote
    .slice(number.start)
    .replace(REMARK, '')
    .trim()
    .replace(/[.;,]$/, '')
  const digits = DIGITS.exec(text)?.[0].replaceAll(',', '') ?? ''
  if (text.length > LONGEST || digits === '' || !saysUnit(text, unit)) return undefined
  const exact = times(rational(digits), number.scale)
  return {
    text,
    value: number.value < 0 ? { ...exact, over: -exact.over } : exact,
    scale: number.scale,
    decimals: number.decimals,
  }
}

function saysUnit(text: string, unit: string): boolean {
  if (unit === 'pure') return true
  const [counted = '', per] = unit.split('/')
  const isCounted =
    counted === 'shares'
      ? /\bshares?\b/i.test(text)
      : text.toUpperCase().includes(counted.toUpperCase()) || CURRENCY_SIGN.test(text)
  return isCounted && (per === undefined || /\bshares?\b/i.test(text))
}
