import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@footnote/platform/database/connect'
import { type Attempt, claimRun } from './run.ts'

/** The pause between two looks for runs, and before a failed one is tried again. */
const POLL_MS = 1_000

/** Takes runs as they come, so many at once. Needs a lease. */
export function startWorkers(
  { database, reportFault }: { database: Database; reportFault: (error: unknown) => void },
  {
    engineId,
    work,
    runsAtOnce,
    finishMs,
  }: {
    engineId: string
    /** Rejects if the run must be tried again, here or on another machine. */
    work: (attempt: Attempt, signal: AbortSignal) => Promise<void>
    runsAtOnce: number
    /** Time that running ones get at a shutdown. */
    finishMs: number
  },
) {
  const stopping = new AbortController()
  const cutShort = new AbortController()
  const running = new Map<string, Promise<void>>()
  const atWork = () => [...running.keys()]
  let nudge = new AbortController()
  const taking = takeRuns()

  async function takeRuns(): Promise<void> {
    while (!stopping.signal.aborted) {
      nudge = new AbortController()
      const attempt = running.size < runsAtOnce ? await claim() : undefined
      if (attempt) running.set(attempt.runId, run(attempt))
      else await pause(nudge.signal)
    }
  }

  function claim(): Promise<Attempt | undefined> {
    return claimRun(database, { engineId, atWork: atWork() }).catch(error => {
      reportFault(error)
      return undefined
    })
  }

  async function run(attempt: Attempt): Promise<void> {
    try {
      await work(attempt, cutShort.signal)
    } catch (error) {
      reportFault(error)
      await pause(cutShort.signal)
    }
    running.delete(attempt.runId)
    nudge.abort()
  }

  async function pause(woken: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([woken, stopping.signal])
    await delay(POLL_MS, undefined, { signal }).catch(() => {})
  }

  return {
    /** The runs that this engine works on. */
    atWork,
    /** Looks for runs at once. */
    wake: () => nudge.abort(),
    /** Takes no new runs; running ones get a few seconds, then are handed back. */
    async stop(): Promise<void> {
      stopping.abort()
      await taking
      const ended = Promise.all(running.values())
      await Promise.race([ended, delay(finishMs, undefined, { ref: false })])
      cutShort.abort()
      await ended
    },
  }
}

/** While its lease is valid, an engine counts as alive, on the database's clock, which all engines share. */
export async function renewLease(
  database: Database,
  { engineId, leaseMs }: { engineId: string; leaseMs: number },
): Promise<void> {
  await database.query(
    `insert into worker_lease (pool_id, engine_id, lease_until)
     values ($1::text, $1::uuid, clock_timestamp() + $2 * interval '1 ms')
     on conflict (pool_id) do update set lease_until = excluded.lease_until`,
    [engineId, leaseMs],
  )
}

/** Sets the runs of an engine free that is certainly gone, and drops leases that ended long ago. */
export async function endLease(database: Database, engineId: string | undefined): Promise<void> {
  await database.query(
    `delete from worker_lease
     where engine_id = $1 or lease_until < clock_timestamp() - interval '1 day'`,
    [engineId],
  )
}
