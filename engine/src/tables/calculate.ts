import { add, divide, type Rational, rational, round, subtract } from './rational.ts'
import type { TableCell } from './table.ts'

export interface Calculated {
  readonly number: number
  /** A readable derivation with the figures as they were read. */
  readonly operation: string
}

export const DECIMALS = 2

export function difference(a: TableCell, b: TableCell): Calculated {
  return result(subtract(exact(a), exact(b)), `${shown(a)} − ${shown(b)}`)
}

/** How far apart two amounts are; gains and losses keep their signs. */
export function distance(a: TableCell, b: TableCell): Calculated {
  const [one, other] = [a.number?.value ?? 0, b.number?.value ?? 0]
  return one >= 0 && one < other ? difference(b, a) : difference(a, b)
}

export function percentChange(later: TableCell, earlier: TableCell): Calculated | undefined {
  const changed = divide(subtract(exact(later), exact(earlier)), exact(earlier))
  const operation = `(${shown(later)} − ${shown(earlier)}) / ${shown(earlier)}`
  return changed && result(percent(changed), operation)
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
  const mean = divide(total(cells), rational(String(cells.length)))
  return mean && result(mean, `(${cells.map(shown).join(' + ')}) / ${cells.length}`)
}

function total(cells: readonly TableCell[]): Rational {
  return cells.map(exact).reduce(add, rational('0'))
}

function exact({ number }: TableCell): Rational {
  return rational(number?.digits ?? '0')
}

function percent({ over, under }: Rational): Rational {
  return { over: over * 100n, under }
}

function result(value: Rational, operation: string): Calculated {
  return { number: round(value, DECIMALS), operation }
}

function shown({ number }: TableCell): string {
  const [whole = '', rest] = (number?.digits ?? '0').replace('-', '').split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  const written = rest === undefined ? grouped : `${grouped}.${rest}`
  return number?.digits.startsWith('-') ? `(−${written})` : written
}
