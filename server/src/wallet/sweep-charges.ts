import type { Database } from '@footnote/platform/database/connect'

const MOST_PER_ROUND = 500

interface SweepOptions {
  /** The process that sweeps, which never declares itself dead. */
  readonly instanceId?: string
  /**
   * Declares a process dead only if this one has renewed its own lease without a gap for so long, and
   * refunds only charges that are at least as old. Without it, every lapsed lease counts as a death.
   */
  readonly leaseMs?: number
  /** Pauses first for one lease if a sweep would refund more than this part of all held money. */
  readonly mostShare?: number
}

/** Refunds what nobody else will settle; returns how many charges that were. */
export async function sweepCharges(
  database: Database,
  { instanceId, leaseMs, mostShare }: SweepOptions = {},
): Promise<number> {
  const { rowCount } = await database.query('select * from sweep_charges($1, $2, $3, $4)', [
    MOST_PER_ROUND,
    instanceId ?? null,
    leaseMs ?? null,
    mostShare ?? null,
  ])
  return rowCount ?? 0
}
