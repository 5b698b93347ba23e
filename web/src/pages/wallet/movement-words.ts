import type { MovementKind, MovementsResponse } from '@footnote/contract/site/responses'
import { callName } from '@footnote/contract/tools'

export type Movement = MovementsResponse['movements'][number]

const KINDS: Readonly<Record<MovementKind, string>> = {
  recharge: 'Recharge',
  credit: 'Credit',
  adjustment: 'Adjustment',
  charge: 'Call',
  refund: 'Call refunded',
  payment_refunded: 'Payment refunded',
  payment_disputed: 'Payment disputed',
  dispute_won: 'Dispute won',
  debt_settled: 'Debt paid',
  closure: 'Account closed',
  withdrawal: 'Test credit removed',
}
/** Title of a transaction: tool and effort of a call, otherwise its kind. */
export function movementTitle({ kind, tool, effort }: Movement): string {
  if (tool === null) return KINDS[kind]
  const call = callName({ tool, effort })
  return kind === 'refund' ? `Refund: ${call}` : call
}

/** The key that made a call, or the operator's reason. */
export function movementDetail({ tool, key_name, reason }: Movement): string | undefined {
  if (tool === null) return reason ?? undefined
  return key_name === null || key_name === 'website' ? 'on the website' : `key ${key_name}`
}
