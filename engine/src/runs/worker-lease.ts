import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '@footnote/platform/database/connect'

/** While it holds, the worker pool that an engine runs is believed to be alive. */
export interface WorkerLease {
  readonly engineId: string
  renew(): Promise<void>
  release(): Promise<void>
}

/** On the database's clock, which is the same for all engines. */
export function createWorkerLease(
  database: Database,
  { poolId, leaseMs }: { poolId: () => string; leaseMs: number },
): WorkerLease {
  const engineId = randomUUIDv7()
  return {
    engineId,
    async renew() {
      await database.query(
        `insert into worker_lease (pool_id, engine_id, lease_until)
         values ($1, $2, clock_timestamp() + $3 * interval '1 ms')
         on conflict (pool_id) do update set lease_until = excluded.lease_until`,
        [poolId(), engineId, leaseMs],
      )
    },
    release: () => endLeases(database, engineId),
  }
}

/** For an engine that is certainly gone: what its workers held is free at once. */
export async function endLeases(database: Database, engineId: string): Promise<void> {
  await database.query(
    `with ended as (
       delete from worker_lease where engine_id = $1 returning pool_id
     )
     select graphile_worker.force_unlock_workers(array(select pool_id from ended))`,
    [engineId],
  )
}
