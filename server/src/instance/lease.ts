import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'

export interface Lease {
  readonly instanceId: string
  renew(): Promise<void>
  /** Says at a clean end that this process holds nothing any more. */
  release(): Promise<void>
}

/** While its lease holds, a process is believed to be alive, and nobody else settles its calls. */
export async function takeLease(
  database: Database,
  { leaseMs }: { leaseMs: number },
): Promise<Lease> {
  const instanceId = randomUUIDv7()

  async function renew(): Promise<void> {
    await database.query(
      `insert into instance (id, lease_until) values ($1, clock_timestamp() + $2 * interval '1 ms')
       on conflict (id) do update set lease_until = excluded.lease_until`,
      [instanceId, leaseMs],
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
