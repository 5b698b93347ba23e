import type { Database } from '@footnote/platform/database/connect'

export interface Backdated {
  readonly id: string
  readonly at: Date
}

/**
 * Moves charges into the past. The ledger's triggers forbid that, so they are disabled for this one
 * transaction; only tests may do it.
 */
export async function backdate(
  database: Database,
  { charges = [], payments = [] }: { charges?: Backdated[]; payments?: Backdated[] },
): Promise<void> {
  const client = await database.connect()
  const run = (sql: string, moments: Backdated[]) =>
    client.query(
      `with moment as (select * from unnest($1::uuid[], $2::timestamptz[]) as moment (id, at)) ${sql}`,
      [moments.map(({ id }) => id), moments.map(({ at }) => at)],
    )
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await run(
      `update charge set created_at = at, settled_at = at + (settled_at - created_at)
       from moment where charge.id = moment.id`,
      charges,
    )
    await run(
      'update movement set created_at = at from moment where charge_id = moment.id',
      charges,
    )
    await run(
      `update payment set created_at = at, paid_at = at + (paid_at - created_at)
       from moment where payment.id = moment.id`,
      payments,
    )
    await run(
      `update movement set created_at = at from moment
       where payment_id = moment.id and reason = 'recharge'`,
      payments,
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}
