import type { MovementKind } from '@footnote/contract/site/responses'
import { callName } from '@footnote/contract/tools'
import type { Movement } from './movement-words.ts'

export interface StatementLine {
  readonly name: string
  readonly count: number
  readonly units: number
}

/** A month of a wallet, added up. */
export interface Statement {
  readonly openingUnits: number
  readonly closingUnits: number
  readonly income: readonly StatementLine[]
  readonly spending: readonly StatementLine[]
  /** False if transactions are missing, because the operator has archived them. */
  readonly isComplete: boolean
}

const NAMES: Readonly<Record<Exclude<MovementKind, 'charge' | 'refund'>, string>> = {
  recharge: 'Recharges',
  credit: 'Credits',
  adjustment: 'Adjustments',
  payment_refunded: 'Payments refunded',
  payment_disputed: 'Payments disputed',
  dispute_won: 'Disputes won',
  debt_settled: 'Debt paid',
  closure: 'Account closed',
  withdrawal: 'Test credit removed',
}

/** Adds up transactions, oldest first. Undefined without any. */
export function makeStatement(movements: readonly Movement[]): Statement | undefined {
  const [first, last] = [movements.at(0), movements.at(-1)]
  if (!first || !last) return undefined
  const openingUnits = first.balance_units - first.units
  const isCall = ({ kind }: Movement) => kind === 'charge' || kind === 'refund'
  const total = movements.reduce((sum, { units }) => sum + units, 0)
  return {
    openingUnits,
    closingUnits: last.balance_units,
    income: group(movements.filter(movement => !isCall(movement))),
    spending: group(movements.filter(isCall)),
    isComplete: openingUnits + total === last.balance_units,
  }
}

function group(movements: readonly Movement[]): StatementLine[] {
  const lines = new Map<string, StatementLine>()
  for (const movement of movements) {
    const name = lineName(movement)
    const { count, units } = lines.get(name) ?? { count: 0, units: 0 }
    lines.set(name, { name, count: count + 1, units: units + movement.units })
  }
  return [...lines.values()]
}

function lineName({ kind, tool, effort }: Movement): string {
  if (kind !== 'charge' && kind !== 'refund') return NAMES[kind]
  const call = tool === null ? 'Calls' : callName({ tool, effort })
  return kind === 'refund' ? `Refunded: ${call}` : call
}

/** The first and the last day of a month such as 2026-11; undefined for anything else. */
export function daysOfMonth(month: string): { from: string; to: string } | undefined {
  const start = /^\d{4}-\d{2}$/.test(month) ? new Date(`${month}-01T00:00:00Z`) : undefined
  if (!start || Number.isNaN(start.getTime())) return undefined
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0))
  return { from: `${month}-01`, to: end.toISOString().slice(0, 10) }
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function monthName(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}

/** The months from one time to another, latest first, at most two years of them. */
export function monthsSince(since: string, until: Date): string[] {
  const months: string[] = []
  const oldest = since.slice(0, 7)
  for (let back = 0; back < 24; back += 1) {
    const start = new Date(Date.UTC(until.getUTCFullYear(), until.getUTCMonth() - back, 1))
    const month = start.toISOString().slice(0, 7)
    if (month < oldest) break
    months.push(month)
  }
  return months
}
