import { saysLess } from '../verify/less-words.ts'
import { clashes } from './dimension.ts'
import { isPlausibleYear, type MeasureWish } from './measure-wish.ts'
import type { Proof } from './model-proofs.ts'
import type { Amount } from './prove-amounts.ts'

/** What a property says about its number. */
export interface NumberWish {
  readonly measure: MeasureWish
  /** Its name and description in words. */
  readonly text: string
}

/** Names of numbers that may be parts of one where a source writes per cent. */
const PART = /\b(?:ratio|fraction|decimal|share|rate|margin|probability|proportion|yield|growth)\b/
const MOST_DECIMALS = 12

/** Whether a quote has the number with its sign, scale and unit, or a calculation gave it. */
export function proveNumber(value: number, wish: NumberWish, proof: Proof): boolean {
  const { scale, isYear } = wish.measure
  if (!Number.isFinite(value) || (isYear && !isPlausibleYear(value))) return false
  const meant = exact(Math.abs(value) * (isYear ? 1 : scale))
  const isSigned = (sign: Amount['sign']) => {
    if (value === 0 || sign === 'either') return true
    if (value > 0) return sign === 'plus' || saysLess(wish.text)
    return sign === 'minus' || proof.quotes.some(quote => saysLess(quote))
  }
  const isFound = (amount: Amount) =>
    amount.values.some(
      one =>
        same(one, meant) ||
        (amount.isPercent && PART.test(wish.text) && same(one, exact(meant * 100))) ||
        (amount.isCell && same(one, Math.abs(value))),
    )
  return (
    proof
      .amounts()
      .some(amount => fits(amount, wish.measure) && isSigned(amount.sign) && isFound(amount)) ||
    proof.computed.some(
      one => isSigned(one < 0 ? 'minus' : 'plus') && isRounded(value, Math.abs(one), scale),
    )
  )
}

function fits(amount: Amount, { unit, dimension, isYear }: MeasureWish): boolean {
  if (isYear) return amount.dimensions.size === 0
  if (unit === undefined || amount.unit === undefined) return !clashes(dimension, amount.dimensions)
  return amount.unit === unit
}

/** What is calculated may be written with fewer digits, and in the scale that is wanted. */
function isRounded(value: number, computed: number, scale: number): boolean {
  const half = (10 ** -decimalsOf(value) / 2) * (1 + 1e-9)
  const magnitude = Math.abs(value)
  return (
    Math.abs(magnitude - computed) <= Math.min(half, computed / 2) ||
    Math.abs(magnitude - computed / scale) <= Math.min(half, computed / scale / 2)
  )
}

function decimalsOf(value: number): number {
  for (let decimals = 0; decimals < MOST_DECIMALS; decimals++) {
    if (Number(value.toFixed(decimals)) === value) return decimals
  }
  return MOST_DECIMALS
}

/** Scaling leaves errors in the last digits that must not tell equal numbers apart. */
function same(one: number, other: number): boolean {
  return one === other || one.toPrecision(12) === other.toPrecision(12)
}

function exact(value: number): number {
  return Number(value.toPrecision(15))
}
