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
 * those cost real money, no money of a test comes in until it has ended cleanly or is surely gone; should
 * somebody have deleted its row by hand, it is written again, and tests are ended once more.
 */
export async function takeLease(
  database: Database,
  {
    leaseMs,
    costsMoney = false,
    endTests = async () => {},
  }: { leaseMs: number; costsMoney?: boolean; endTests?: () => Promise<void> },
): Promise<Lease> {
  const instanceId = randomUUIDv7()

  let mustEndTests = false

  async function take(): Promise<void> {
    await database.query(
      `insert into instance (id, lease_until, costs_money)
       values ($1, clock_timestamp() + $2 * interval '1 ms', $3)`,
      [instanceId, leaseMs, costsMoney],
    )
  }

  async function renew(): Promise<void> {
    const { rowCount } = await database.query(
      `update instance set lease_until = clock_timestamp() + $2 * interval '1 ms' where id = $1`,
      [instanceId, leaseMs],
    )
    if (rowCount === 0) {
      mustEndTests = costsMoney
      await take()
    }
    if (mustEndTests) await endTests()
    mustEndTests = false
  }

  await take()
  return { instanceId, renew, release: () => endLease(database, instanceId) }
}

/** For a process that is certainly gone: the sweeper settles what it held at its next round. */
export async function endLease(database: Database, instanceId: string): Promise<void> {
  await database.query('delete from instance where id = $1', [instanceId])
}

/**
 * Long after a lease has run out nothing refers to it any more. Not so where calls cost real money: the
 * process may have been paused, and would serve on before it knew that money of tests has come in.
 */
export async function forgetOldLeases(database: Database): Promise<void> {
  await database.query(
    `delete from instance
     where not costs_money and lease_until < clock_timestamp() - interval '1 day'`,
  )
}
