import type { Rational } from '../tables/rational.ts'
import { toNumber, writeDecimal } from './decimal.ts'
import { type Figure, isQuotient } from './figure.ts'

/** How the question wants amounts written. */
export interface AmountForm {
  readonly decimals?: number
  readonly scale?: Scale
}

export type Scale = 'thousand' | 'million' | 'billion'

type Amount = Pick<Figure, 'value' | 'unit'>

const DECIMALS = /\b(?:(?<digit>[0-4])|(?<word>no|one|two|three|four))\s+decimals?\b/i
const COUNTS = ['no', 'one', 'two', 'three', 'four']

/** The number of decimals that a question asks for. */
export function readDecimals(question: string): number | undefined {
  const { digit, word } = DECIMALS.exec(question)?.groups ?? {}
  if (word) return COUNTS.indexOf(word.toLowerCase())
  return digit ? Number(digit) : undefined
}

const SCALES: Readonly<Record<string, number>> = {
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
}
const MOST_DECIMALS = 4
const MONEY = /^[A-Z]{3}$/

/** Rounded for reading: `$97.0 billion`, `$842 million`, `25.3%`, `15.6 billion shares`. */
export function roundAmount({ value, unit }: Amount, form: AmountForm = {}): string {
  const size = Math.abs(toNumber(value))
  const isLarge = size >= 1e6 && (MONEY.test(unit) || unit === 'shares')
  const named = MONEY.test(unit) && form.scale ? form.scale : isLarge ? scaleOf(size) : undefined
  if (named === undefined) return exactAmount({ value, unit }, form)
  const scaled = over(value, SCALES[named] ?? 1)
  const places = form.scale ? ownDecimals(scaled, 3) : readable(size / (SCALES[named] ?? 1), named)
  return withUnit(writeDecimal(scaled, form.decimals ?? places), unit, named)
}

/** With every digit that filings give, in millions where these are enough: `$96,995 million`. */
export function exactAmount({ value, unit }: Amount, { decimals }: AmountForm = {}): string {
  if (isQuotient({ unit }))
    return withUnit(writeDecimal(value, decimals ?? quotientDecimals({ value, unit })), unit)
  const millions = over(value, 1e6)
  const isMillions = Math.abs(toNumber(value)) >= 1e6 && isWhole(over(value, 1e3))
  if (isMillions && unit !== 'pure')
    return withUnit(writeDecimal(millions, ownDecimals(millions, 3)), unit, 'million')
  const places = ownDecimals(value, MOST_DECIMALS)
  // Quotients per share have no end.
  const isCents = MONEY.test(unit) ? places === 1 : unit.includes('/') && places !== 3
  return withUnit(writeDecimal(value, isCents ? 2 : places), unit)
}

/** With the digits of a filing up to a hundred million, and in whole millions from there. */
export function tableAmount(amount: Amount): string {
  const isLarge = Math.abs(toNumber(amount.value)) >= 1e8 && MONEY.test(amount.unit)
  return isLarge ? roundAmount(amount, { scale: 'million', decimals: 0 }) : exactAmount(amount)
}

/** One decimal, or two for small percentages and for numbers of times; none for days. */
export function quotientDecimals({ value, unit }: Amount): number {
  if (unit === 'days') return 0
  return unit === 'times' || Math.abs(toNumber(value)) < 1 ? 2 : 1
}

function scaleOf(size: number): string {
  return size >= 1e12 ? 'trillion' : size >= 1e9 ? 'billion' : 'million'
}

/** Three digits or more. */
function readable(scaled: number, scale: string): number {
  if (scale === 'trillion' || scaled < 10) return 2
  return scale === 'billion' || scaled < 100 ? 1 : 0
}

function over({ over: above, under }: Rational, by: number): Rational {
  return { over: above, under: under * BigInt(by) }
}

function isWhole({ over: above, under }: Rational): boolean {
  return above % under === 0n
}

/** The fewest decimals that write the value exactly, or the most allowed. */
function ownDecimals({ over: above, under }: Rational, most: number): number {
  for (let places = 0; places < most; places += 1)
    if (isWhole({ over: above * 10n ** BigInt(places), under })) return places
  return most
}

function withUnit(digits: string, unit: string, scale?: string): string {
  const number = scale === undefined ? digits : `${digits} ${scale}`
  if (unit === 'percent') return `${digits}%`
  if (unit === 'times' || unit === 'pure') return number
  if (unit === 'shares' || unit === 'days') return `${number} ${unit}`
  const [currency = ''] = unit.split('/')
  // The name of a metric per share says so.
  if (currency === 'USD') return number.replace(/^−?/, sign => `${sign}$`)
  return `${number} ${currency}`
}
