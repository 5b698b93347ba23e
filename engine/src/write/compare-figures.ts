import type { LeadingValue } from '../read/leading-value.ts'

export interface Figure {
  readonly subject: string
  readonly value: LeadingValue
}

export interface Comparison {
  readonly text: string
  readonly computed: readonly number[]
}

/** What follows from figures of the same kind side by side; undefined where they cannot be compared. */
export function compareFigures(what: string, figures: readonly Figure[]): Comparison | undefined {
  const known = figures.flatMap(({ subject, value }) =>
    value.quantity ? [{ subject, value, amount: value.quantity.value }] : [],
  )
  const [any] = known
  if (!any || known.length < 2 || known.length < figures.length) return undefined
  const sameKind = known.every(
    ({ value }) =>
      value.unit === any.value.unit && value.quantity?.unit === any.value.quantity?.unit,
  )
  if (!sameKind) return undefined
  const ranked = [...known].sort((one, other) => other.amount - one.amount)
  const top = ranked[0]
  const bottom = ranked.at(-1)
  if (!top || !bottom) return undefined
  if (top.amount === bottom.amount) {
    return {
      text: `${what}: the same for ${listed(known.map(({ subject }) => subject))}.`,
      computed: [],
    }
  }
  const difference = round(top.amount - bottom.amount, decimalsOf(known.map(({ value }) => value)))
  const ratio = bottom.amount > 0 ? round(top.amount / bottom.amount, 2) : undefined
  const order = ranked.map(({ subject, value }) => `${subject} ${value.text}`).join(', ')
  const times = ratio !== undefined && ratio > 1 ? ` (${ratio} times as much)` : ''
  const lead = ranked.length === 2 ? 'higher' : `ahead of ${bottom.subject}`
  const text = `${what}: ${order}; ${top.subject} is ${lead} by ${written(difference, any.value)}${times}.`
  return { text, computed: [difference, ...(ratio === undefined ? [] : [ratio])] }
}

function decimalsOf(values: readonly LeadingValue[]): number {
  const scaled = values.some(({ quantity }) => (quantity?.scale ?? 1) > 1)
  return scaled ? 0 : Math.max(...values.map(({ quantity }) => quantity?.decimals ?? 0))
}

function written(amount: number, { quantity, unit, text }: LeadingValue): string {
  const digits = amount.toLocaleString('en-US', { maximumFractionDigits: 6 })
  if (quantity?.unit === 'percent') return `${digits} percentage points`
  if (quantity?.unit === 'money') return `${currencyOf(text)}${digits}`
  return unit === '' ? digits : `${digits} ${unit}`
}

function currencyOf(text: string): string {
  return /^[^\d(\s−-]+/.exec(text)?.[0] ?? ''
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
