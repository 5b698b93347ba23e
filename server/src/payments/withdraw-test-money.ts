import type { Database } from '@footnote/platform/database/connect'
import { ConfigError } from '../config.ts'
import { sweepCharges } from '../wallet/sweep-charges.ts'

/**
 * Books out all test credit, and gives back what its refunds and disputes had taken. For a start
 * where calls cost real money, after the lease that says so was taken and before anything is served;
 * throws where that cannot be done yet. Returns the units that were booked out.
 */
export async function withdrawTestMoney(database: Database): Promise<bigint> {
  // What a process that died was holding is given back first, or it would stand in the way.
  while ((await sweepCharges(database)) > 0);
  const { rows } = await database.query<{
    withdrawn_units: bigint
    undecided_calls: bigint
    free_processes: bigint
  }>('select * from withdraw_test_money()')
  const [row] = rows
  if (!row) throw new Error('withdraw_test_money returned nothing')
  if (row.free_processes > 0n) {
    throw new ConfigError(
      `calls cost real money with these settings, but ${row.free_processes} services whose calls are free run on this database, where test payments were made. Stop them first; one that was killed counts until its lease has run out`,
    )
  }
  if (row.undecided_calls > 0n) {
    throw new ConfigError(
      `calls cost real money with these settings, but ${row.undecided_calls} calls paid with test credit have not ended yet. Start with the former settings until they have (a task takes 24 hours at most), then again with these`,
    )
  }
  return row.withdrawn_units
}
