import { randomUUIDv7 } from 'node:crypto'
import { claimFolder } from '@footnote/platform/claim-folder'
import { type Connection, connect, connectAlone } from '@footnote/platform/database/connect'
import type { Log as DatabaseLog } from '@footnote/platform/database/embedded/log'
import { startEmbeddedDatabase } from '@footnote/platform/database/embedded/start-embedded-database'
import { ensureDatabase } from '@footnote/platform/database/ensure-database'
import { migrate } from '@footnote/platform/database/migrate'
import type { OpenedDatabase } from '@footnote/platform/database/open-database'
import { errorCode } from '@footnote/platform/error-code'
import { repeat } from '@footnote/platform/repeat'
import type { EngineConfig } from '../config.ts'
import type { Research, ResearchRequest } from '../research.ts'
import { attemptRun, type RunDependencies } from './attempt-run.ts'
import {
  cancelRun,
  countRuns,
  deleteOldRuns,
  findRun,
  giveUpRuns,
  type Run,
  submitRun,
} from './run.ts'
import { followRunChanges, type WatchedEvent, watchRun } from './run-events.ts'
import { openSealKeys } from './seal.ts'
import { endLease, renewLease, startWorkers } from './workers.ts'

/** Background runs. */
export interface Runs {
  /** Submits a run to a queue. Queues take turns; their names are opaque here. */
  submit(
    request: ResearchRequest,
    options: { queue: string },
  ): Promise<Pick<Run, 'id' | 'state' | 'createdAt'>>
  find(id: string): Promise<Run | undefined>
  cancel(id: string): ReturnType<typeof cancelRun>
  watch(options: { id: string; after: bigint; signal: AbortSignal }): AsyncIterable<WatchedEvent>
  /** Counts the runs that have not ended, by state. */
  count(): Promise<Readonly<Record<string, number>>>
  /** Takes no new runs, and hands back those that do not end within seconds. */
  stopWork(): Promise<void>
}

export interface RunsConfig extends Pick<EngineConfig, 'runsAtOnce' | 'leaseMs' | 'drainMs'> {
  /** Holds the ID of the engine that ran before on the same machine. */
  readonly folder: string
  readonly keysDir: string
}

/** Runs get at most this much of the time for calls in flight: another engine can take them over. */
const MOST_FINISH_MS = 5_000
/** On a busy machine a question may keep the engine for seconds, in which no connection is made. */
const CONNECT_MS = 20_000
const DELETE_MS = 60_000
const DESTROY_KEYS_MS = 600_000
/** A renewal on a busy machine takes time, however short the lease. */
const LEAST_LEASE_PATIENCE_MS = 2_000

/** Opens all that runs need on a migrated database, and registers its end with `resources`. */
export async function openRuns(
  connection: Connection,
  config: RunsConfig,
  research: Research,
  {
    reportFault,
    resources,
  }: { reportFault: (error: unknown) => void; resources: AsyncDisposableStack },
): Promise<Runs> {
  const { leaseMs } = config
  const every = (everyMs: number, work: () => Promise<unknown>) => {
    const chore = repeat(work, { everyMs, onError: reportFault })
    resources.defer(chore.stop)
  }
  const sealKeys = await openSealKeys(config.keysDir)
  const database = connect(connection, { connectMs: CONNECT_MS })
  resources.defer(() => database.end())
  // A separate connection: the lease must be renewed even if the pool is blocked.
  const leaseDatabase = connect(connection, {
    poolSize: 1,
    patienceMs: Math.max(leaseMs / 3, LEAST_LEASE_PATIENCE_MS),
  })
  resources.defer(() => leaseDatabase.end())
  const engineId = randomUUIDv7()
  const folder = await claimFolder(config.folder, { name: 'engine', id: engineId })
  resources.defer(folder.release)
  await endLease(database, folder.predecessor)
  const changes = followRunChanges(connection, { onError: reportFault })
  resources.defer(changes.stop)

  const renew = () => renewLease(leaseDatabase, { engineId, leaseMs })
  await renew()
  resources.defer(() => endLease(leaseDatabase, engineId).catch(reportFault))
  every(leaseMs / 5, renew)
  const deps: RunDependencies = {
    ...{ database, sealKeys, research, changes, reportFault },
    steps: new Map(),
  }
  const workers = startWorkers(deps, {
    engineId,
    work: (attempt, signal) => attemptRun(deps, attempt, signal),
    runsAtOnce: config.runsAtOnce,
    finishMs: Math.min(MOST_FINISH_MS, config.drainMs),
  })
  resources.defer(workers.stop)
  every(leaseMs / 3, () => giveUpRuns(database, { engineId, atWork: workers.atWork() }))
  every(DELETE_MS, () => deleteOldRuns(database))
  every(DESTROY_KEYS_MS, sealKeys.destroyOld)

  return {
    async submit(request, { queue }) {
      const submitted = await submitRun(deps, { request, queue })
      workers.wake()
      return submitted
    },
    cancel: id => cancelRun(database, id),
    find: id => findRun(deps, id),
    watch: options => watchRun(deps, options),
    count: () => countRuns(database),
    stopWork: workers.stop,
  }
}

const NO_SUCH_DATABASE = '3D000'

/**
 * The engine's own database, migrated and ready: the one that the URL names, made if its server does
 * not have it, or else one on a server that the engine runs itself.
 */
export async function openRunsDatabase(
  { databaseUrl, folder }: { databaseUrl: string | undefined; folder: string },
  { log }: { log: DatabaseLog },
): Promise<OpenedDatabase> {
  const opened = databaseUrl
    ? { connection: await ensureAt(databaseUrl), close: async () => {} }
    : await openEmbedded(folder, log)
  try {
    await migrate(opened.connection, { folder: MIGRATIONS, log })
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function openEmbedded(folder: string, log: DatabaseLog): Promise<OpenedDatabase> {
  const { engine, stop } = await startEmbeddedDatabase({ dataDir: folder, log })
  return { connection: engine, close: stop }
}

async function ensureAt(url: string): Promise<Connection> {
  try {
    const client = await connectAlone(url)
    await client.end()
    return url
  } catch (error) {
    if (errorCode(error) !== NO_SUCH_DATABASE) throw error
    const server = new URL(url)
    const name = decodeURIComponent(server.pathname.slice(1))
    server.pathname = '/postgres'
    return await ensureDatabase(server.href, name)
  }
}

/** The folder of the numbered SQL files. */
export const MIGRATIONS = new URL('../../migrations/', import.meta.url)
