import type { Reckoning } from '../plan/reckoning.ts'
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

/**
 * What follows from figures of the same kind side by side; undefined where they cannot be compared.
 * A claim is answered first; where it was asked which one has less, that one comes first.
 */
export function compareFigures(
  what: string,
  figures: readonly Figure[],
  reckoning?: Reckoning,
): Comparison | undefined {
  const known = sameKind(figures)
  const ranked = known?.toSorted((one, other) => other.amount - one.amount)
  const top = ranked?.[0]
  const bottom = ranked?.at(-1)
  if (!known || !ranked || !top || !bottom) return undefined
  const verdict = reckoning?.kind === 'claim' ? judge(reckoning, known) : undefined
  const head = verdict === undefined ? `${what}:` : `${verdict}: ${what} —`
  if (top.amount === bottom.amount) {
    // Equal numbers may be from different years or about different things, so the whole values must match.
    if (known.some(({ value }) => value.text !== top.value.text)) return undefined
    const text = `${head} the same for ${listed(known.map(({ subject }) => subject))}, ${top.value.text}.`
    return { text, computed: [] }
  }
  const values = known.map(({ value }) => value)
  const difference = roundLike(top.amount - bottom.amount, values)
  const ratio = bottom.amount > 0 ? Number((top.amount / bottom.amount).toFixed(2)) : undefined
  const isLower = reckoning?.kind === 'lower'
  const order = (isLower ? ranked.toReversed() : ranked)
    .map(({ subject, value }) => `${subject} ${value.text}`)
    .join(', ')
  const [first, last] = isLower ? [bottom, top] : [top, bottom]
  const [size, height, place] = isLower
    ? ['smaller', 'lower', 'behind']
    : ['larger', 'higher', 'ahead of']
  const word = SIZE.test(what) ? size : height
  const lead = ranked.length === 2 ? word : `${place} ${last.subject}`
  const multiple = isLower ? `${last.subject} has ${ratio} times as much` : `${ratio} times as much`
  const times = ratio !== undefined && ratio > 1 ? ` (${multiple})` : ''
  const text = `${head} ${order}; ${first.subject} is ${lead} by ${writeDifference(difference, values)}${times}.`
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

function judge(
  { first, direction }: Reckoning & { kind: 'claim' },
  known: readonly KnownFigure[],
): 'Yes' | 'No' | undefined {
  const claimed = known.find(({ subject }) => subject === first)
  if (!claimed) return undefined
  const others = known.filter(figure => figure !== claimed)
  const isTrue = others.every(({ amount }) =>
    direction === 'more' ? claimed.amount > amount : claimed.amount < amount,
  )
  return isTrue ? 'Yes' : 'No'
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
