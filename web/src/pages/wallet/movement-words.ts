import type { MovementKind, MovementsResponse } from '@footnote/contract/site/responses'
import { callName } from '@footnote/contract/tools'

export type Movement = MovementsResponse['movements'][number]

const KINDS: Readonly<Record<MovementKind, string>> = {
  recharge: 'Recharge',
  credit: 'Credit',
  adjustment: 'Adjustment',
  charge: 'Call',
  refund: 'Refund of a call',
  payment_refunded: 'Payment refunded',
  payment_disputed: 'Payment disputed',
  dispute_won: 'Dispute decided for you',
  debt_settled: 'Debt paid',
  closure: 'Booked out when the account was closed',
  withdrawal: 'Test money withdrawn',
}
/** What happened: a call by its tool and effort, anything else by its kind. */
export function movementTitle({ kind, tool, effort }: Movement): string {
  if (tool === null) return KINDS[kind]
  const call = callName({ tool, effort })
  return kind === 'refund' ? `Refund: ${call}` : call
}

/** Who or why: the key of a call, the operator's words for the rest. */
export function movementDetail({ tool, key_name, reason }: Movement): string | undefined {
  if (tool === null) return reason ?? undefined
  return key_name === null || key_name === 'website' ? 'on the website' : `key ${key_name}`
}
