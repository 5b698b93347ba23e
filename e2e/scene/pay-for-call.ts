import { randomUUIDv7 } from 'node:crypto'
import { priceOf } from '@footnote/contract/prices'
import type { Effort, Tool } from '@footnote/contract/tools'
import type { Database } from '@footnote/platform/database/connect'
import { createDebit } from '../../server/src/wallet/debit.ts'
import { createSettle } from '../../server/src/wallet/settle.ts'

export interface PlayedCall {
  readonly accountId: string
  readonly keyId: string
  readonly tool: Tool
  readonly effort: Effort | null
  readonly outcome: 'captured' | 'refunded' | 'held'
}

const HOLD_MS = 3_600_000

/** Charges for a call without making it, and returns the charge's id. */
export async function payForCall(
  database: Database,
  { outcome, ...call }: PlayedCall,
): Promise<string> {
  const chargeId = randomUUIDv7()
  const { rows } = await database.query<{ id: string }>('select id from instance limit 1')
  const debited = await createDebit(database)({
    ...call,
    chargeId,
    costUnits: priceOf(call.tool, call.effort).costUnits,
    holdMs: HOLD_MS,
    // Belongs to the running service, whose sweeper would otherwise refund it at once.
    instanceId: rows[0]?.id ?? chargeId,
  })
  if (debited.outcome !== 'admitted') throw new Error(`not paid: ${debited.outcome}`)
  const settle = createSettle(database)
  const charge = { chargeId, accountId: call.accountId }
  if (outcome === 'captured') await settle({ ...charge, outcome })
  if (outcome === 'refunded') await settle({ ...charge, outcome, cause: 'upstream_failed' })
  return chargeId
}
