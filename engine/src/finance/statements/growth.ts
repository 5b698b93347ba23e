import { divide, rational, subtract } from '../../tables/rational.ts'
import { say } from '../../text/say.ts'
import { magnitude, signOf, times, toNumber, writeDecimal } from '../decimal.ts'
import { type Figure, isQuotient } from '../figure.ts'
import { findJumps } from '../share-counts.ts'
import { quotientDecimals, roundAmount } from '../write-amount.ts'
import type { Phrase, Voice } from './say.ts'

const ONE = rational('1')

export interface Growth {
  /** Without a sign: "2.8%". */
  readonly size: Phrase
  readonly percent: number
}

/** Calculates growth in percent; undefined where it misleads: for ratios, from zero or less, or to a loss. */
export function growthOf(from: Figure, to: Figure, decimals?: number): Growth | undefined {
  if (from.unit !== to.unit || isQuotient(to) || findJumps([from, to]).length > 0) return undefined
  if (signOf(from.value) <= 0 || signOf(to.value) < 0) return undefined
  const quotient = divide(to.value, from.value)
  if (!quotient) return undefined
  const exact = { value: times(subtract(quotient, ONE), 100), unit: 'percent' }
  const places = decimals ?? quotientDecimals(exact)
  const percent = toNumber(exact.value, places)
  const text = `${writeDecimal(magnitude(exact.value), places)}%`
  return { size: { text, numbers: [percent], sources: [from, to] }, percent }
}

/** How far two figures are apart, always positive; of percentages in points. */
export function apart(a: Figure, b: Figure, { form }: Pick<Voice, 'form'>): Phrase {
  const difference = magnitude(subtract(a.value, b.value))
  const sources = [a, b]
  if (!isQuotient(a))
    return {
      text: roundAmount({ value: difference, unit: a.unit }, form),
      numbers: [toNumber(difference)],
      sources,
    }
  // Uses the rounded values, so that readers get the same result.
  const places = form.decimals ?? quotientDecimals(a)
  const rounded = sources.map(({ value }) => rational(toNumber(value, places).toFixed(places)))
  const [left = ONE, right = ONE] = rounded
  const points = magnitude(subtract(left, right))
  const text = writeDecimal(points, places)
  const number = { text, numbers: [toNumber(points, places)], sources }
  return a.unit === 'percent' ? say`${number} percentage points` : number
}
