import type { Database } from '@footnote/platform/database/connect'

/** A sweep that would refund too much at once and waits for one lease. */
export interface SweepPause {
  readonly pausedUntil: Date
  /** The units that it would refund. */
  readonly charges: number
  readonly units: bigint
}

/** Returns undefined while nothing is paused. */
export async function readSweepPause(database: Database): Promise<SweepPause | undefined> {
  const { rows } = await database.query<SweepPause>(
    `select paused_until as "pausedUntil", charges, units
     from sweep_pause where paused_until > clock_timestamp()`,
  )
  return rows[0]
}
