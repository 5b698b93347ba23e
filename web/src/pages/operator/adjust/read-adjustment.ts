import type { AccountResponse } from '@footnote/contract/site/operator'
import { parseUsd } from '@footnote/contract/units'
import { formatUsd } from '../../../ui/money.tsx'

export type Account = AccountResponse['account']
type Direction = 'credit' | 'debit'

/** The form's fields as typed. */
export interface AdjustDraft {
  readonly direction: Direction
  readonly amount: string
  readonly reason: string
}
/** The form's values, checked. */
export interface Adjustment {
  readonly units: bigint
  readonly reason: string
}

type Wallet = Pick<Account, 'balance_units' | 'debt_units'>
type Reading =
  | { readonly units: bigint; readonly problem?: never }
  | { readonly units?: never; readonly problem: string }

/** Reads the amount of an adjustment, negative for a debit, or explains what is wrong with it. */
export function readAdjustment({
  direction,
  typed,
  account,
}: {
  direction: Direction
  typed: string
  account: Wallet
}): Reading {
  const amount = parseUsd(typed.trim().replace(/^\$\s*/, ''))
  if (amount === undefined)
    return { problem: 'Enter an amount with up to 7 decimals, such as 10 or 0.0000001.' }
  if (direction === 'credit') return { units: amount }
  if (amount > BigInt(account.balance_units))
    return { problem: `Enter at most ${formatUsd(account.balance_units)}, the current balance.` }
  return { units: -amount }
}

/** The balance after an adjustment, which pays any debt first. */
export function balanceAfter(
  { balance_units, debt_units }: Wallet,
  units: bigint,
): { readonly units: bigint; readonly debtPaidUnits: bigint } {
  const balance = BigInt(balance_units) + units
  const debt = BigInt(debt_units)
  const debtPaidUnits = balance <= 0n ? 0n : balance < debt ? balance : debt
  return { units: balance - debtPaidUnits, debtPaidUnits }
}
