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
      `calls cost real money with these settings, but services whose calls are free still run on this database (${row.free_processes}), and it has test payments. Stop those services first; a killed one counts until its lease expires`,
    )
  }
  if (row.undecided_calls > 0n) {
    throw new ConfigError(
      `calls cost real money with these settings, but calls paid with test credit have not ended yet (${row.undecided_calls}). Start with the previous settings until they have (24 hours at most), then again with these`,
    )
  }
  return row.withdrawn_units
}
