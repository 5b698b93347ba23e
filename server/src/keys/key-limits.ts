import type { Tool } from '@footnote/contract/tools'
import type { Database } from '@footnote/platform/database/connect'
import { isUuid } from '@footnote/platform/is-uuid'

/** Limits of a key; null for none. Days and months are UTC, by the database's clock. */
export interface KeyLimits {
  readonly dayCapUnits: bigint | null
  readonly monthCapUnits: bigint | null
  /** The tools that the key may call. */
  readonly tools: readonly Tool[] | null
  readonly callsPerMinute: number | null
  readonly expiresAt: Date | null
}

export const NO_LIMITS: KeyLimits = {
  dayCapUnits: null,
  monthCapUnits: null,
  tools: null,
  callsPerMinute: null,
  expiresAt: null,
}

/** The end of a day (UTC) such as `2027-01-31`: the moment from which a key no longer works. */
export function endOfDay(day: string): Date {
  const start = new Date(`${day}T00:00:00Z`)
  return new Date(start.setUTCDate(start.getUTCDate() + 1))
}

/** Replaces all limits of an active key; returns false if the account has no such key. */
export async function setKeyLimits(
  database: Pick<Database, 'query'>,
  { accountId, keyId, limits }: { accountId: string; keyId: string; limits: KeyLimits },
): Promise<boolean> {
  if (!isUuid(keyId)) return false
  const { rows } = await database.query<{ is_set: boolean }>(
    'select set_key_limits($1, $2, $3, $4, $5, $6, $7) as is_set',
    [accountId, keyId, ...columnsOf(limits)],
  )
  return rows[0]?.is_set ?? false
}

/** The limits in the order of the table's columns. */
export function columnsOf(limits: KeyLimits): unknown[] {
  return [
    limits.dayCapUnits,
    limits.monthCapUnits,
    limits.tools,
    limits.callsPerMinute,
    limits.expiresAt,
  ]
}

interface Row {
  day_cap_units: bigint | null
  month_cap_units: bigint | null
  tools: Tool[] | null
  calls_per_minute: number | null
  expires_at: Date | null
}

export async function readKeyLimits(
  database: Pick<Database, 'query'>,
  keyId: string,
): Promise<KeyLimits> {
  const { rows } = await database.query<Row>(
    `select day_cap_units, month_cap_units, tools, calls_per_minute, expires_at
     from api_key where id = $1`,
    [keyId],
  )
  return rows[0] ? toLimits(rows[0]) : NO_LIMITS
}

export function toLimits(row: Row): KeyLimits {
  return {
    dayCapUnits: row.day_cap_units,
    monthCapUnits: row.month_cap_units,
    tools: row.tools,
    callsPerMinute: row.calls_per_minute,
    expiresAt: row.expires_at,
  }
}
