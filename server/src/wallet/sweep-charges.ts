import type { Database } from '@footnote/platform/database/connect'

const MOST_PER_ROUND = 500

/** Refunds what nobody else will settle; returns how many charges that were. */
export async function sweepCharges(
  database: Database,
  { instanceId }: { instanceId?: string } = {},
): Promise<number> {
  const { rowCount } = await database.query('select * from sweep_charges($1, $2)', [
    MOST_PER_ROUND,
    instanceId ?? null,
  ])
  return rowCount ?? 0
}
