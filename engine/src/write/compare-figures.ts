import type { LeadingValue } from '../text/leading-value.ts'
import { roundLike, writeDifference } from './write-amount.ts'

export interface Figure {
  readonly subject: string
  readonly value: LeadingValue
}

export interface Comparison {
  readonly text: string
  readonly computed: readonly number[]
}

interface KnownFigure extends Figure {
  readonly amount: number
}

/** What has a size rather than a height. */
const SIZE = /\b(?:area|size|population)\b(?!.*\b(?:rate|growth|density|below)\b)/i

/** Compares figures of the same kind, the highest first; undefined if they cannot be compared. */
export function compareFigures(what: string, figures: readonly Figure[]): Comparison | undefined {
  const known = sameKind(figures)
  const ranked = known?.toSorted((one, other) => other.amount - one.amount)
  const top = ranked?.[0]
  const bottom = ranked?.at(-1)
  if (!known || !ranked || !top || !bottom) return undefined
  if (top.amount === bottom.amount) {
    // Equal numbers may be from different years or about different things, so the whole values must match.
    if (known.some(({ value }) => value.text !== top.value.text)) return undefined
    const text = `${what}: the same for ${listed(known.map(({ subject }) => subject))}, ${top.value.text}.`
    return { text, computed: [] }
  }
  const values = known.map(({ value }) => value)
  const difference = roundLike(top.amount - bottom.amount, values)
  const ratio = bottom.amount > 0 ? Number((top.amount / bottom.amount).toFixed(2)) : undefined
  const order = ranked.map(({ subject, value }) => `${subject} ${value.text}`).join(', ')
  const word = SIZE.test(what) ? 'larger' : 'higher'
  const lead = ranked.length === 2 ? word : `ahead of ${bottom.subject}`
  const times = ratio !== undefined && ratio > 1 ? ` (${ratio} times as much)` : ''
  const text = `${what}: ${order}; ${top.subject} is ${lead} by ${writeDifference(difference, values)}${times}.`
  return { text, computed: [difference, ...(ratio === undefined ? [] : [ratio])] }
}

/** The figures with their amounts if all have one and count in the same thing. */
export function sameKind(figures: readonly Figure[]): KnownFigure[] | undefined {
  const known = figures.flatMap(({ subject, value }) =>
    value.quantity ? [{ subject, value, amount: value.quantity.value }] : [],
  )
  const [any] = known
  if (!any || known.length < 2 || known.length < figures.length) return undefined
  const isSame = known.every(
    ({ value }) =>
      value.unit === any.value.unit && value.quantity?.unit === any.value.quantity?.unit,
  )
  return isSame ? known : undefined
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
