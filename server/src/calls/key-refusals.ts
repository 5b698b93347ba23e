import type { Price } from '@footnote/contract/prices'
import { type Tool, tools } from '@footnote/contract/tools'
import { toUsd } from '@footnote/contract/units'
import { usdText } from '@footnote/contract/usd-text'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { readKeyLimits } from '../keys/key-limits.ts'
import type { DebitResult } from '../wallet/debit.ts'

interface KeyRefusal extends Pick<DebitResult, 'expiresAt' | 'balanceUnits'> {
  readonly outcome: 'key_expired' | 'tool_not_allowed' | 'day_cap' | 'month_cap' | 'rate_limited'
}

/** Explains a debit that a limit of the key refused. */
export async function refusedByKey(
  database: Database,
  call: { readonly keyId: string | null; readonly price: Price },
  { outcome, expiresAt, balanceUnits }: KeyRefusal,
): Promise<ApiError> {
  const limits = await readKeyLimits(database, call.keyId ?? '')
  switch (outcome) {
    case 'key_expired':
      return expiredKey(limits.expiresAt)
    case 'tool_not_allowed':
      return toolNotAllowed(call.price.tool, limits.tools ?? [])
    case 'day_cap':
      return capSpent({ period: 'daily', capUnits: limits.dayCapUnits, renewsAt: expiresAt })
    case 'month_cap':
      return capSpent({ period: 'monthly', capUnits: limits.monthCapUnits, renewsAt: expiresAt })
    case 'rate_limited':
      return tooFast(limits.callsPerMinute, expiresAt)
  }

  function capSpent({
    period,
    capUnits,
    renewsAt,
  }: {
    period: 'daily' | 'monthly'
    capUnits: bigint | null
    renewsAt: Date | null
  }): ApiError {
    return new ApiError('INSUFFICIENT_BALANCE', {
      message: `This call would exceed the ${period} cap of this API key, $${usdText(capUnits ?? 0n)}, so nothing was charged. The cap renews at ${renewsAt?.toISOString()}; to spend more before then, raise it on the Access page.`,
      required_usd: toUsd(call.price.costUnits),
      balance_usd: toUsd(balanceUnits),
    })
  }
}

export function expiredKey(expiresAt: Date | null): ApiError {
  return new ApiError('INVALID_API_KEY', {
    message: `This API key expired at ${expiresAt?.toISOString()}, so the request was rejected. Create a new key, or move its expiry date on the Access page.`,
  })
}

/** Refuses a tool that the key may not call. */
export function toolNotAllowed(tool: Tool, allowed: readonly Tool[]): ApiError {
  return new ApiError('INVALID_REQUEST', {
    message: `This API key may not call ${tools[tool].path}, so nothing was charged. It may call ${allowed.map(one => tools[one].path).join(', ')}; change its tools on the Access page or use another key.`,
  })
}

/** The minute ends by the database's clock, so by this process's clock the wait is an estimate. */
function tooFast(callsPerMinute: number | null, renewsAt: Date | null): ApiError {
  const leftMs = (renewsAt?.getTime() ?? 0) - Date.now()
  const retryAfterSeconds = Math.min(Math.max(Math.ceil(leftMs / 1_000), 1), 60)
  return new ApiError('RATE_LIMITED', {
    message: `This API key may make ${callsPerMinute} calls per minute, so this one was not started or charged. Wait the number of seconds in Retry-After, then send it again.`,
    retryAfterSeconds,
  })
}
