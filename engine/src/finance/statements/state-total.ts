import type { Statement } from '../../evidence/statement.ts'
import { add } from '../../tables/rational.ts'
import { compare, signOf, toNumber, writeDecimal } from '../decimal.ts'
import { derivedAmount, type Figure } from '../figure.ts'
import { nameFiscal, sayDate } from '../period.ts'
import type { Direction } from '../question/read-operation.ts'
import { findJumps } from '../share-counts.ts'
import {
  isMoment,
  joinAnd,
  nameMetric,
  nameOwner,
  sayFiled,
  sayWhen,
  sayWithPeriod,
  type Voice,
  verbOf,
} from './say.ts'
import { stateFigures, stateSeries } from './state-figures.ts'

/** States the sum or average of figures; undefined if they cannot be added. */
export function stateTotal(
  figures: readonly Figure[],
  { voice, kind }: { readonly voice: Voice; readonly kind: 'sum' | 'average' },
): Statement | undefined {
  const [first, ...others] = figures
  if (!first || others.length === 0 || !canAdd(figures)) return undefined
  if (new Set(figures.map(({ company }) => company.cik)).size === 1 && findJumps(figures))
    return undefined
  const count = figures.length
  const sum = others.map(({ value }) => value).reduce(add, first.value)
  const { metric, period } = first
  const derivation = ''
  const exact = derivedAmount([first, ...others], { metric, period, value: sum, derivation })
  const total =
    kind === 'sum'
      ? exact
      : derivedAmount([{ ...first, decimals: first.decimals + 1 }, ...others], {
          metric,
          period,
          value: { over: sum.over, under: sum.under * BigInt(count) },
          derivation,
        })
  const terms = writeTerms(figures)
  const working = kind === 'sum' ? terms.text : `(${terms.text}) ÷ ${count}`
  const word = kind === 'sum' ? 'came to' : 'averaged'
  const text = `${saySubject(figures, voice)} ${word} ${trimZeros(total.text)} (${working})${sayFiled(figures, voice)}.`
  const computed = [toNumber(total.value), count, ...total.computed, ...terms.numbers]
  return stateFigures(text, figures, voice, computed)
}

/** States when a figure was highest or lowest. */
export function stateExtreme(
  figures: readonly Figure[],
  { voice, direction }: { readonly voice: Voice; readonly direction: Direction },
): Statement | undefined {
  const [first, ...others] = figures
  const last = figures.at(-1)
  if (!first || !last || others.some(({ unit }) => unit !== first.unit)) return undefined
  if (findJumps(figures)) return stateSeries([first, ...others], voice)
  const sign = direction === 'highest' ? 1 : -1
  const best = others.reduce(
    (one, other) => (sign * compare(other.value, one.value) > 0 ? other : one),
    first,
  )
  const span = saySpan(figures, voice)
  const text = `${nameOwner(best)} ${nameMetric(figures)} ${verbOf(best)} ${direction} ${sayWhen(best, voice)} at ${best.text}, of ${figures.length} figures from ${span}${sayFiled(figures, voice)}.`
  return stateFigures(text, figures, voice, [figures.length])
}

/** Shares of different wholes cannot be added. */
function canAdd(figures: readonly Figure[]): boolean {
  const units = new Set(figures.map(({ unit }) => unit))
  return units.size === 1 && !units.has('percent') && !units.has('times')
}

function saySubject(figures: readonly Figure[], voice: Voice): string {
  const [first] = figures
  if (!first) return ''
  const owners = [...new Set(figures.map(nameOwner))]
  const name = first.metric.name
  const isOne = new Set(figures.map(({ period }) => nameFiscal(period))).size === 1
  if (isOne)
    return `${joinAnd(owners)} ${name} together, ${joinAnd(figures.map(one => sayWithPeriod(one, voice, figures)))},`
  return `${joinAnd(owners)} ${name} from ${saySpan(figures, voice)}`
}

function saySpan(figures: readonly Figure[], voice: Voice): string {
  const [first, last] = [figures[0], figures.at(-1)]
  if (!first || !last) return ''
  if (isMoment(first)) return `${sayDate(first.period.end)} to ${sayDate(last.period.end)}`
  const [from, to] = [first, last].map(one => sayWhen(one, voice).replace(/^in /, ''))
  return `${from} to ${to}`
}

function writeTerms(figures: readonly Figure[]) {
  const scale = figures[0]?.scale ?? 1
  const isOneScale = figures.every(one => one.scale === scale)
  const bare = figures.map(({ value }) => ({
    over: value.over,
    under: value.under * BigInt(scale),
  }))
  const written = figures.map((one, at) => {
    const text = isOneScale ? writeDecimal(bare[at] ?? one.value, one.decimals) : one.text
    return signOf(one.value) < 0 ? `(${text})` : text
  })
  return {
    text: written.join(' + '),
    numbers: isOneScale ? bare.map(value => toNumber(value)) : [],
  }
}

/** An average of whole numbers may be one. */
function trimZeros(text: string): string {
  return text.replace(/(\.\d*?)0+(?=\s|$)/, '$1').replace(/\.(?=\s|$)/, '')
}
