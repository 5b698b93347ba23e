import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { add } from '../tables/rational.ts'
import { compare, toNumber, writeDecimal } from './decimal.ts'
import { derivedAmount, type Figure } from './figure.ts'
import type { Direction } from './read-operation.ts'
import { nameFiscal, sayDate } from './say-period.ts'
import {
  joinAnd,
  nameOwner,
  sayFiled,
  sayWhen,
  sayWithPeriod,
  stateFigures,
} from './state-figures.ts'

/** What several figures come to together, or on average. Absent where they cannot be added. */
export function stateTotal(
  figures: readonly Figure[],
  { ledger, kind }: { readonly ledger: Ledger; readonly kind: 'sum' | 'average' },
): Statement | undefined {
  const [first, ...others] = figures
  if (!first || others.length === 0 || !canAdd(figures)) return undefined
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
  const text = `${saySubject(figures)} ${word} ${trimZeros(total.text)} (${working})${sayFiled(figures)}.`
  const computed = [toNumber(total.value), count, ...total.computed, ...terms.numbers]
  return stateFigures(text, figures, { ledger, computed })
}

/** At which of several times a figure was highest or lowest. */
export function stateExtreme(
  figures: readonly Figure[],
  { ledger, direction }: { readonly ledger: Ledger; readonly direction: Direction },
): Statement | undefined {
  const [first, ...others] = figures
  const last = figures.at(-1)
  if (!first || !last || others.some(({ unit }) => unit !== first.unit)) return undefined
  const sign = direction === 'highest' ? 1 : -1
  const best = others.reduce(
    (one, other) => (sign * compare(other.value, one.value) > 0 ? other : one),
    first,
  )
  const verb = best.metric.isPlural ? 'were' : 'was'
  const text = `${nameOwner(best)} ${best.metric.name} ${verb} ${direction} ${sayWhen(best)} at ${best.text}, of ${figures.length} figures from ${saySpan(figures)}${sayFiled(figures)}.`
  return stateFigures(text, figures, { ledger, computed: [figures.length] })
}

/** Shares of different wholes add up to nothing. */
function canAdd(figures: readonly Figure[]): boolean {
  const units = new Set(figures.map(({ unit }) => unit))
  return units.size === 1 && !units.has('percent') && !units.has('times')
}

function saySubject(figures: readonly Figure[]): string {
  const [first] = figures
  if (!first) return ''
  const owners = [...new Set(figures.map(nameOwner))]
  const name = first.metric.name
  const isOne = new Set(figures.map(({ period }) => nameFiscal(period))).size === 1
  if (isOne)
    return `${joinAnd(owners)} ${name} together, ${figures.map(sayWithPeriod).join(' and ')},`
  return `${joinAnd(owners)} ${name} from ${saySpan(figures)}`
}

function saySpan(figures: readonly Figure[]): string {
  const [first, last] = [figures[0], figures.at(-1)]
  if (!first || !last) return ''
  if (first.period.start === undefined)
    return `${sayDate(first.period.end)} to ${sayDate(last.period.end)}`
  return `${nameFiscal(first.period)} (to ${sayDate(first.period.end)}) to ${nameFiscal(last.period)} (to ${sayDate(last.period.end)})`
}

function writeTerms(figures: readonly Figure[]) {
  const scale = figures[0]?.scale ?? 1
  if (figures.some(one => one.scale !== scale))
    return { text: figures.map(({ text }) => text).join(' + '), numbers: [] }
  const bare = figures.map(({ value }) => ({
    over: value.over,
    under: value.under * BigInt(scale),
  }))
  return {
    text: bare.map((value, at) => writeDecimal(value, figures[at]?.decimals ?? 0)).join(' + '),
    numbers: bare.map(toNumber),
  }
}

/** An average of whole numbers may be one. */
function trimZeros(text: string): string {
  return text.replace(/(\.\d*?)0+(?=\s|$)/, '$1').replace(/\.(?=\s|$)/, '')
}
