import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'

export interface Lease {
  readonly instanceId: string
  renew(): Promise<void>
  /** Says at a clean end that this process holds nothing any more. */
  release(): Promise<void>
}

/**
 * While its lease holds, a process is believed to be alive, and nobody else settles its calls. Where
 * those cost real money, no money of a test comes in until it has ended cleanly or is surely gone.
 */
export async function takeLease(
  database: Database,
  { leaseMs, costsMoney = false }: { leaseMs: number; costsMoney?: boolean },
): Promise<Lease> {
  const instanceId = randomUUIDv7()

  async function renew(): Promise<void> {
    await database.query(
      `insert into instance (id, lease_until, costs_money)
       values ($1, clock_timestamp() + $2 * interval '1 ms', $3)
       on conflict (id) do update set lease_until = excluded.lease_until`,
      [instanceId, leaseMs, costsMoney],
    )
  }

  await renew()
  return { instanceId, renew, release: () => endLease(database, instanceId) }
}

/** For a process that is certainly gone: the sweeper settles what it held at its next round. */
export async function endLease(database: Database, instanceId: string): Promise<void> {
  await database.query('delete from instance where id = $1', [instanceId])
}

/** Long after a lease has run out nothing refers to it any more. */
export async function forgetOldLeases(database: Database): Promise<void> {
  await database.query(
    `delete from instance where lease_until < clock_timestamp() - interval '1 day'`,
  )
}
