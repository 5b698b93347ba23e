import type { LeadingValue } from './leading-value.ts'

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
  const order = ranked.map(({ subject, value }) => `${subject} (${value.text})`)
  const distance = `by ${written(difference, any.value)}${ratio !== undefined && ratio > 1 ? `, ${ratio} times as much` : ''}`
  const text =
    ranked.length === 2
      ? `${what}: higher in ${order[0]} than in ${order[1]}, ${distance}.`
      : `${what}: highest in ${order[0]}, then ${order.slice(1).join(', ')}; the first is ahead of the last ${distance}.`
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
