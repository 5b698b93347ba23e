import type { HealthResponse } from '@footnote/contract/site/operator'
import type { Database } from '@footnote/platform/database/connect'
import { readSweepPause } from '../wallet/read-sweep-pause.ts'

type Stored = Pick<HealthResponse, 'instances' | 'sweep_paused_until' | 'database' | 'mail'>

/** Reads instances, the sweeper's pause, size and waiting mail from the database. */
export async function readHealth(
  database: Database,
  { instanceId }: { instanceId: string },
): Promise<Stored> {
  const [instances, pause, size, mail] = await Promise.all([
    readInstances(database, instanceId),
    readSweepPause(database),
    readSize(database),
    readMail(database),
  ])
  const sweep_paused_until = pause?.pausedUntil.toISOString() ?? null
  return { instances, sweep_paused_until, database: size, mail }
}

async function readInstances(database: Database, instanceId: string): Promise<Stored['instances']> {
  const { rows } = await database.query<{
    instance_id: string
    started_at: Date
    lease_until: Date
    is_alive: boolean
    costs_money: boolean
  }>(
    `select id as instance_id, started_at, lease_until, costs_money,
       lease_until > clock_timestamp() as is_alive
     from instance order by lease_until desc limit 100`,
  )
  return rows.map(row => ({
    ...row,
    started_at: row.started_at.toISOString(),
    lease_until: row.lease_until.toISOString(),
    is_this: row.instance_id === instanceId,
  }))
}

async function readSize(database: Database): Promise<Stored['database']> {
  const { rows } = await database.query<{
    version: string
    size_bytes: bigint
    connections: number
  }>(
    `select current_setting('server_version') as version,
       pg_database_size(current_database()) as size_bytes,
       (select count(*)::integer from pg_stat_activity where datname = current_database())
         as connections`,
  )
  const [row] = rows
  if (!row) throw new Error('the database returned no size')
  return { ...row, size_bytes: Number(row.size_bytes) }
}

async function readMail(database: Database): Promise<Stored['mail']> {
  const { rows } = await database.query<{
    waiting: number
    failing: number
    oldest_at: Date | null
  }>(
    `select count(*)::integer as waiting, count(*) filter (where tries > 0)::integer as failing,
       min(created_at) as oldest_at
     from mail`,
  )
  const [row] = rows
  return {
    waiting: row?.waiting ?? 0,
    failing: row?.failing ?? 0,
    oldest_at: row?.oldest_at?.toISOString() ?? null,
  }
}
