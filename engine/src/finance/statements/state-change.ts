import type { Statement } from '../../evidence/statement.ts'
import { divide, rational, subtract } from '../../tables/rational.ts'
import { compare, magnitude, signOf, times, toNumber, writeDecimal } from '../decimal.ts'
import { commonScale, type Figure, percentDecimals, writeAmount } from '../figure.ts'
import { findJumps, jumpNumbers, sayJumps } from '../share-counts.ts'
import { nameMetric, nameOwner, nameTime, sayFiled, sayWithPeriod, type Voice } from './say.ts'
import { stateFigures, stateSeries } from './state-figures.ts'

const ONE = rational('1')
const RATE_DECIMALS = 1

export interface ChangeOptions {
  readonly voice: Voice
  /** How many digits after the point a percentage was asked for. */
  readonly decimals?: number | undefined
  /** Whether both amounts have just been stated. */
  readonly isBrief?: boolean
}

/** States how a figure changed, as an amount and in percent of the first value. */
export function stateChange(from: Figure, to: Figure, options: ChangeOptions): Statement {
  const { voice, decimals } = options
  const both = [from, to]
  const who = `${nameOwner(to)} ${options.isBrief ? to.metric.name : nameMetric(both)}`
  const state = (middle: string, computed: readonly number[], note = '') =>
    stateFigures(
      `${who} ${middle}${saySpan(from, to, options)}${sayFiled(both, voice)}${note}.`,
      both,
      voice,
      computed,
    )
  if (from.unit !== to.unit) {
    const note = '; the amounts are in different currencies or units, so the change is left open'
    return state('went ', [], note)
  }
  const jumps = findJumps(both)
  if (jumps) return state('went ', jumpNumbers(jumps), sayJumps(jumps))
  const direction = compare(to.value, from.value)
  if (direction === 0) return state('stayed the same, ', [])
  const change = differenceOf(to, from)
  if (change.number === 0) return state('stayed about the same, ', [])
  const growth = growthOf(from, to, decimals)
  const verb = direction > 0 ? 'rose' : 'fell'
  const share = growth ? `, or ${growth.text} (${growth.derivation}),` : ''
  const ends = signOf(from.value) > 0 ? 'ended below zero' : 'began at zero or below'
  const note = growth || isQuotient(to) ? '' : `; as it ${ends}, only the amount is given`
  const computed = [change.number, ...(growth?.computed ?? [])]
  return state(`${verb} by ${change.text}${share} `, computed, note)
}

/** States a change, with the amounts in a sentence before it if they are long. */
export function stateStep(from: Figure, to: Figure, options: ChangeOptions): Statement[] {
  const isIntricate = [from, to].some(({ derivation, formula }) => derivation && !formula)
  if (!isIntricate) return [stateChange(from, to, options)]
  const listed = stateSeries([from, to], options.voice)
  return [listed, stateChange(from, to, { ...options, isBrief: true })]
}

/** States the compound annual growth rate between two figures. */
export function stateAnnualRate(
  from: Figure,
  to: Figure,
  options: ChangeOptions,
): Statement | undefined {
  const { voice } = options
  const years = to.period.fiscalYear - from.period.fiscalYear
  const quotient = divide(to.value, from.value)
  const isGrowth = signOf(from.value) > 0 && signOf(to.value) > 0 && from.unit === to.unit
  if (!quotient || !isGrowth || years < 1 || from.period.part !== to.period.part) return undefined
  if (findJumps([from, to])) return undefined
  const rate = (toNumber(quotient) ** (1 / years) - 1) * 100
  const decimals = options.decimals ?? RATE_DECIMALS
  const written = writeDecimal(rational(rate.toFixed(decimals + 6)), decimals)
  const operands = writeOperands(to, from)
  const both = [from, to]
  const text =
    `${nameOwner(to)} ${nameMetric(both)} changed at a compound annual rate of ${written}% over ${years} ${years === 1 ? 'year' : 'years'} ` +
    `((${operands.text[0]} ÷ ${operands.text[1]})^(1/${years}) − 1), ${saySpan(from, to, options)}${sayFiled(both, voice)}.`
  const computed = [Number(rate.toFixed(decimals)), years, 1, ...operands.numbers]
  return stateFigures(text, both, voice, computed)
}

function saySpan(from: Figure, to: Figure, { voice, isBrief = false }: ChangeOptions): string {
  const [start, end] = [from, to].map(one =>
    isBrief ? nameTime(one) : sayWithPeriod(one, voice, [from, to]),
  )
  return `from ${start} to ${end}`
}

export interface Growth {
  readonly text: string
  readonly derivation: string
  readonly percent: number
  readonly computed: readonly number[]
}

/** Calculates growth in percent; undefined where it misleads: for ratios, from zero or less, or to a loss. */
export function growthOf(from: Figure, to: Figure, decimals?: number): Growth | undefined {
  if (from.unit !== to.unit || isQuotient(to) || findJumps([from, to])) return undefined
  if (signOf(from.value) <= 0 || signOf(to.value) < 0) return undefined
  const quotient = divide(to.value, from.value)
  if (!quotient) return undefined
  const percent = times(subtract(quotient, ONE), 100)
  const places = decimals ?? percentDecimals(percent)
  const operands = writeOperands(to, from)
  const written = toNumber(percent, places)
  return {
    text: `${writeDecimal(magnitude(percent), places)}%`,
    derivation: `${operands.text[0]} ÷ ${operands.text[1]} − 1`,
    percent: written,
    computed: [written, 1, ...operands.numbers],
  }
}

/** How far the first is from the second, always positive; of percentages in points. */
export function differenceOf(a: Figure, b: Figure): { text: string; number: number } {
  if (isQuotient(a)) {
    // Uses the rounded values, so that readers get the same result.
    const decimals = Math.max(a.decimals, b.decimals)
    const shown = [a, b].map(one =>
      rational(writeDecimal(one.value, one.decimals).replace('−', '-').replaceAll(',', '')),
    )
    const [left = ONE, right = ONE] = shown
    const apart = magnitude(subtract(left, right))
    const digits = writeDecimal(apart, decimals)
    const text = a.unit === 'percent' ? `${digits} percentage points` : digits
    return { text, number: toNumber(apart, decimals) }
  }
  const apart = magnitude(subtract(a.value, b.value))
  const like = { unit: a.unit, ...commonScale([a, b], apart) }
  return { text: writeAmount(apart, like), number: toNumber(apart) }
}

/** Writes two figures of a calculation, as bare digits if both have the same scale. */
export function writeOperands(
  a: Figure,
  b: Figure,
): { readonly text: readonly [string, string]; readonly numbers: readonly number[] } {
  const hasScale = a.scale === b.scale
  const bare = ({ value, scale }: Figure) => ({
    over: value.over,
    under: value.under * BigInt(scale),
  })
  const write = (one: Figure) => {
    const text = hasScale ? writeDecimal(bare(one), one.decimals) : one.text
    // Two signs side by side are hard to read.
    return signOf(one.value) < 0 ? `(${text})` : text
  }
  return {
    text: [write(a), write(b)],
    numbers: hasScale ? [toNumber(bare(a)), toNumber(bare(b))] : [],
  }
}

function isQuotient({ unit }: Figure): boolean {
  return unit === 'percent' || unit === 'times'
}
