import { randomUUID } from 'node:crypto'
import { connect } from '@footnote/platform/database/connect'
import type { EmbeddedConnection } from '@footnote/platform/database/embedded/connection'
import { migrate } from '@footnote/platform/database/migrate'
import { MIGRATIONS } from '../../engine/src/runs/open-runs.ts'
import { claimRun } from '../../engine/src/runs/run.ts'
import { renewLease } from '../../engine/src/runs/workers.ts'
import { median } from '../latencies.ts'
import { openDatabases } from '../open-databases.ts'
import { section, whole } from '../report.ts'

const CLAIMS = 100
const LEASE_MS = 600_000
/** Runs that wait, in how many queues, and runs that have ended in the last day. */
const SIDES = [
  { waiting: 200, queues: 20, ended: 0 },
  { waiting: 100_000, queues: 20, ended: 0 },
  { waiting: 100_000, queues: 2_000, ended: 200_000 },
]

const { calls, close } = await openDatabases({ payers: false })
try {
  const rows: string[][] = []
  for (const side of SIDES) {
    const { waiting, queues, ended } = side
    const name = `runs_${rows.length}`
    await calls.database.query(`create database ${name}`)
    const claimMs = await measure({ ...calls.connection, database: name }, side)
    rows.push([...[waiting, queues, ended].map(whole), `${claimMs.toFixed(1)} ms`])
  }
  const title = 'Claiming the next run of the engine, medians'
  process.stdout.write(section(title, [['waiting', 'queues', 'ended', 'a claim'], ...rows]))
} finally {
  await close()
}

async function measure(
  connection: EmbeddedConnection,
  { waiting, queues, ended }: (typeof SIDES)[number],
): Promise<number> {
  await migrate(connection, { folder: MIGRATIONS })
  const runs = connect(connection, { poolSize: 2 })
  try {
    await runs.query(
      `insert into run (id, sealed_request, queue, created_at)
       select gen_random_uuid(), 'x', 'q' || n % $2, clock_timestamp() - n * interval '1 ms'
       from generate_series(1, $1::integer) n`,
      [waiting, queues],
    )
    await runs.query(
      `insert into run (id, state, sealed_outcome, queue, claimed_at, completed_at)
       select gen_random_uuid(), 'completed', 'x', 'q' || n % $2,
         clock_timestamp() - n * interval '1 ms', clock_timestamp()
       from generate_series(1, $1::integer) n`,
      [ended, queues],
    )
    await runs.query('vacuum analyze run')
    const engineId = randomUUID()
    await renewLease(runs, { engineId, leaseMs: LEASE_MS })
    const times: number[] = []
    const atWork: string[] = []
    for (let claim = 0; claim < CLAIMS; claim += 1) {
      const startedAt = performance.now()
      const attempt = await claimRun(runs, { engineId, atWork })
      times.push(performance.now() - startedAt)
      if (!attempt) throw new Error('no run was claimed')
      atWork.push(attempt.runId)
    }
    return median(times)
  } finally {
    await runs.end()
  }
}
