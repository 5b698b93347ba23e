import type { Database } from '@footnote/platform/database/connect'
import { ConfigError } from '../config.ts'
import { sweepCharges } from '../wallet/sweep-charges.ts'

/**
 * Removes all test credit, and returns the units that its refunds and disputes had taken. Call it
 * at a start where calls cost real money, after taking the lease that says so and before serving
 * anything. Throws if it cannot be done yet. Returns the units that were removed.
 */
export async function withdrawTestCredit(database: Database): Promise<bigint> {
  let row = await withdraw(database)
  if (row.undecided_calls > 0n) {
    // Refunds the open charges of dead processes first. Only here: this process has just started,
    // and would later take others for dead that only lost the database.
    while ((await sweepCharges(database)) > 0);
    row = await withdraw(database)
  }
  if (row.free_processes > 0n) {
    throw new ConfigError(
      `calls cost real money with these settings, but this database has test payments, and services whose calls are free still run on it (${row.free_processes}). Stop those services first; a killed one counts until its lease expires`,
    )
  }
  if (row.undecided_calls > 0n) {
    throw new ConfigError(
      `calls cost real money with these settings, but calls paid with test credit have not ended yet (${row.undecided_calls}). Run with the previous settings until they end (24 hours at most), then restart with these`,
    )
  }
  return row.withdrawn_units
}

interface Withdrawn {
  readonly withdrawn_units: bigint
  readonly undecided_calls: bigint
  readonly free_processes: bigint
}

async function withdraw(database: Database): Promise<Withdrawn> {
  const { rows } = await database.query<Withdrawn>('select * from withdraw_test_money()')
  const [row] = rows
  if (!row) throw new Error('withdraw_test_money returned nothing')
  return row
}
