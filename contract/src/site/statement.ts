import { callName } from '../tools.ts'
import type { MovementKind, StatementResponse } from './responses.ts'

type Line = StatementResponse['lines'][number]

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

/** Names a line of a statement for people. */
export function statementLineName({ kind, tool, effort }: Line): string {
  if (kind !== 'charge' && kind !== 'refund') return NAMES[kind]
  const call = tool === null ? 'Calls' : callName({ tool, effort })
  return kind === 'refund' ? `Refunded: ${call}` : call
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Names a month such as 2026-11 for people. */
export function monthName(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}
