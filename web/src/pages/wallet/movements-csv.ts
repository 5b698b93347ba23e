import { csvField } from '@footnote/contract/calls-csv'
import { usdText } from '@footnote/contract/usd-text'
import type { Movement } from './movement-words.ts'

const HEADER = [
  ...['transaction_id', 'created_at', 'kind', 'amount_usd', 'balance_usd', 'tool', 'effort'],
  ...['key_name', 'request_id', 'payment_id', 'reason'],
]

/** Transactions as an RFC 4180 CSV file. */
export function movementsCsv(movements: readonly Movement[]): string {
  const lines = movements.map(movement => {
    const { movement_id, created_at, kind, units, balance_units } = movement
    const { tool, effort, key_name, request_id, payment_id, reason } = movement
    // Amounts are numbers: a negative one must not be escaped like a formula.
    return [
      ...[movement_id, created_at, kind, signedUsd(units), signedUsd(balance_units)],
      ...[tool, effort, key_name, request_id, payment_id, reason].map(text => csvField(text ?? '')),
    ].join(',')
  })
  return [HEADER.join(','), ...lines, ''].join('\r\n')
}

function signedUsd(units: number): string {
  const text = usdText(BigInt(Math.abs(units)))
  return units < 0 ? `-${text}` : text
}
