import { claimFolder } from '@footnote/platform/claim-folder'
import { type Connection, connect } from '@footnote/platform/database/connect'
import type { Log } from '@footnote/platform/log'
import { repeat } from '@footnote/platform/repeat'
import type { Research, ResearchRequest } from '../research.ts'
import { attemptRun } from './attempt-run.ts'
import { deleteOldRuns, findRun } from './find-run.ts'
import type { Run } from './run.ts'
import { openSealKeys } from './seal-keys.ts'
import { submitRun } from './submit-run.ts'
import { followRunChanges, type WatchedEvent, watchRun } from './watch-run.ts'
import { createWorkerLease, endLeases, recoverJobs } from './worker-lease.ts'
import { openJobPool, startWorkers } from './workers.ts'

/** Background runs. */
export interface Runs {
  /** Submits a run to a queue. Queues take turns; their names are opaque here. */
  submit(
    request: ResearchRequest,
    options: { queue: string },
  ): Promise<Pick<Run, 'id' | 'state' | 'createdAt'>>
  find(id: string): Promise<Run | undefined>
  watch(options: { id: string; after: bigint; signal: AbortSignal }): AsyncIterable<WatchedEvent>
  /** Takes no new runs, and hands back those that do not end within seconds. */
  stopWork(): Promise<void>
}

export interface RunsConfig {
  /** Holds the ID of the engine that ran before on the same machine. */
  readonly folder: string
  readonly keysDir: string
  readonly runsAtOnce: number
  readonly leaseMs: number
  readonly drainMs: number
}

/** Runs get at most this much of the time for calls in flight: another engine can take them over. */
const MOST_FINISH_MS = 5_000
const DELETE_MS = 60_000
const DESTROY_KEYS_MS = 600_000
/** A renewal on a busy machine takes time, however short the lease. */
const LEAST_LEASE_PATIENCE_MS = 2_000

/** Opens all that runs need on a migrated database, and registers its end with `resources`. */
export async function openRuns(
  connection: Connection,
  config: RunsConfig,
  {
    research,
    log,
    reportFault,
    resources,
  }: {
    research: Research
    log: Log
    reportFault: (error: unknown) => void
    resources: AsyncDisposableStack
  },
): Promise<Runs> {
  const { leaseMs } = config
  const every = (everyMs: number, work: () => Promise<unknown>) => {
    const chore = repeat(work, { everyMs, onError: reportFault })
    resources.defer(chore.stop)
  }
  const sealKeys = await openSealKeys(config.keysDir)
  const database = connect(connection)
  resources.defer(() => database.end())
  // A separate connection: the lease must be renewed even if the pool is blocked.
  const leaseDatabase = connect(connection, {
    poolSize: 1,
    patienceMs: Math.max(leaseMs / 3, LEAST_LEASE_PATIENCE_MS),
  })
  resources.defer(() => leaseDatabase.end())
  const jobPool = await openJobPool(connection, { concurrency: config.runsAtOnce, log })
  resources.defer(() => jobPool.end())

  const lease = createWorkerLease(leaseDatabase, { poolId: () => workers.poolId(), leaseMs })
  const folder = await claimFolder(config.folder, { name: 'engine', id: lease.engineId })
  resources.defer(folder.release)
  if (folder.predecessor) await endLeases(database, folder.predecessor)
  const changes = followRunChanges(connection, { onError: reportFault })
  resources.defer(changes.stop)

  const workers = startWorkers(jobPool, {
    work: job => attemptRun({ database, sealKeys, research, reportFault }, job),
    concurrency: config.runsAtOnce,
    finishMs: Math.min(MOST_FINISH_MS, config.drainMs),
    log,
  })
  resources.defer(() => lease.release().catch(reportFault))
  every(leaseMs / 5, lease.renew)
  resources.defer(workers.stop)
  every(leaseMs / 3, () => recoverJobs(database, { leaseMs }))
  every(DELETE_MS, () => deleteOldRuns(database))
  every(DESTROY_KEYS_MS, sealKeys.destroyOld)

  return {
    submit: (request, { queue }) => submitRun({ database, sealKeys }, { request, queue }),
    find: id => findRun({ database, sealKeys }, id),
    watch: options => watchRun({ database, changes }, options),
    stopWork: workers.stop,
  }
}
