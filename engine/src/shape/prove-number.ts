import { type Figure, numbers } from '../text/lex/numbers.ts'
import { plainDigits } from '../text/lex/plain-digits.ts'
import { statedScale } from '../text/lex/scales.ts'
import { saysLess } from '../verify/wrong-figures.ts'
import type { Proof } from './proof.ts'
import type { Unit } from './property.ts'

const YEARS = /(?<![\d.,])[12]\d{3}(?!\d|[.,]\d)/g
const LAST_YEAR = 2_100
const MOST_DECIMALS = 12
/** Whether a quote has the number with its sign, scale and unit, or a calculation gave it. */
export function proveNumber(value: number, unit: Unit, proof: Proof): boolean {
  if (!Number.isFinite(value)) return false
  if (unit.isYear && !isYear(value)) return false
  const { quotes, computed } = proof
  return (
    quotes.some(quote => isIn(quote, value, { unit, proof })) ||
    computed.some(one => isRounded(value, one, unit.scale))
  )
}

function isIn(
  quote: string,
  value: number,
  { unit, proof }: { unit: Unit; proof: Proof },
): boolean {
  const wanted = value * unit.scale
  const isRow = quote.includes('|')
  const scales = [1, ...(isRow ? [statedScale(proof.context)] : [])]
  return figuresIn(quote, proof.language).some(figure => {
    if (!fitsUnit(figure, unit)) return false
    const written = scales.map(scale => figure.value * scale)
    const isPart = figure.measures.has('percent') && !unit.measures.has('percent')
    const all = [...written, ...(isPart ? [figure.value / 100] : [])]
    // A bare cell may be counted in something that is stated where nobody quoted it.
    if (isRow && unit.scale !== 1) all.push(figure.value * unit.scale)
    if (all.some(one => same(one, wanted))) return true
    const mayTurn = value < 0 ? saysLess(quote, proof.language) : unit.isLoss
    return mayTurn && all.some(one => same(-one, wanted))
  })
}

/** A number of a text. */
export type FigureIn = Pick<Figure, 'start' | 'end' | 'value' | 'measures'>

/** The numbers of a text, and years that are joined to letters, as in FY2016. */
export function figuresIn(text: string, language: string): FigureIn[] {
  const plain = plainDigits(text)
  const years = Array.from(plain.matchAll(YEARS), ({ 0: year, index }) => ({
    start: index,
    end: index + year.length,
    value: Number(year),
    measures: new Set<string>(),
  }))
  return [...numbers(plain, language).filter(one => !one.isPartOfWord), ...years]
}

/** Whether a number can be what the property counts in; a number without a unit can be anything. */
export function fitsUnit({ value, measures }: FigureIn, unit: Unit): boolean {
  if (unit.isYear) return measures.size === 0 && isYear(value)
  if (unit.measures.size === 0 || measures.size === 0) return true
  return !unit.measures.isDisjointFrom(measures)
}

function isYear(value: number): boolean {
  return Number.isInteger(value) && value >= 1_000 && value <= LAST_YEAR
}

/** A calculated number may be written with fewer digits, and in the scale that is wanted. */
function isRounded(value: number, computed: number, scale: number): boolean {
  const half = (10 ** -decimalsOf(value) / 2) * (1 + 1e-9)
  return [computed, computed / scale].some(
    one => Math.abs(value - one) <= Math.min(half, Math.abs(one) / 2),
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
