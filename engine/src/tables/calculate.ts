import { add, divide, type Rational, rational, round, subtract } from './rational.ts'
import type { TableCell } from './table.ts'

export interface Calculated {
  readonly number: number
  /** For people to follow, with the figures as they were read. */
  readonly operation: string
}

const DECIMALS = 2
const HUNDRED: Rational = { over: 100n, under: 1n }

export function difference(a: TableCell, b: TableCell): Calculated {
  return result(subtract(exact(a), exact(b)), `${shown(a)} − ${shown(b)}`)
}

/** Asked without a direction, a difference is how far apart two amounts are. */
export function distance(a: TableCell, b: TableCell): Calculated {
  const isUpward = (a.number?.value ?? 0) < (b.number?.value ?? 0)
  return isUpward ? difference(b, a) : difference(a, b)
}

export function percentChange(later: TableCell, earlier: TableCell): Calculated | undefined {
  const changed = divide(subtract(exact(later), exact(earlier)), exact(earlier))
  return (
    changed && result(percent(changed), `(${shown(later)} − ${shown(earlier)}) / ${shown(earlier)}`)
  )
}

export function ratio(a: TableCell, b: TableCell): Calculated | undefined {
  const quotient = divide(exact(a), exact(b))
  return quotient && result(quotient, `${shown(a)} / ${shown(b)}`)
}

export function share(part: TableCell, whole: TableCell): Calculated | undefined {
  const quotient = divide(exact(part), exact(whole))
  return quotient && result(percent(quotient), `${shown(part)} / ${shown(whole)}`)
}

export function sum(cells: readonly TableCell[]): Calculated {
  return result(total(cells), cells.map(shown).join(' + '))
}

export function average(cells: readonly TableCell[]): Calculated | undefined {
  const mean = divide(total(cells), { over: BigInt(cells.length), under: 1n })
  return mean && result(mean, `(${cells.map(shown).join(' + ')}) / ${cells.length}`)
}

function total(cells: readonly TableCell[]): Rational {
  return cells.map(exact).reduce(add, { over: 0n, under: 1n })
}

function exact(cell: TableCell): Rational {
  return rational(cell.number?.digits ?? '0')
}

function percent({ over, under }: Rational): Rational {
  return { over: over * HUNDRED.over, under }
}

function result(value: Rational, operation: string): Calculated {
  return { number: round(value, DECIMALS), operation }
}

function shown(cell: TableCell): string {
  const digits = cell.number?.digits ?? '0'
  const [whole = '', rest] = digits.replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  const written = rest === undefined ? grouped : `${grouped}.${rest}`
  return digits.startsWith('-') ? `(−${written})` : written
}
