import type { UsageResponse } from '@footnote/contract/responses'
import { toUsd, toWireUnits } from '@footnote/contract/units'
import { type ChargedCall, listUsage } from '../../wallet/list-usage.ts'
import type { FreeRoute } from '../route.ts'

export const usage: FreeRoute = async ({ tasks: { database } }, { accountId }) => {
  const calls = await listUsage(database, accountId)
  return { calls: calls.map(toWire) }
}

export function toWire(call: ChargedCall): UsageResponse['calls'][number] {
  return {
    request_id: call.request_id,
    tool: call.tool,
    effort: call.effort,
    cost_usd: toUsd(call.cost_units),
    cost_units: toWireUnits(call.cost_units),
    state: call.state,
    key_name: call.key_name,
    created_at: call.created_at.toISOString(),
  }
}
