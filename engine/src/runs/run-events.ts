import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Connection,
  connectAlone,
  type Database,
  isBehindPooler,
} from '@footnote/platform/database/connect'
import { repeat } from '@footnote/platform/repeat'
import type { CitedSource, Progress } from '../research.ts'
import { type Attempt, IS_ALIVE, isFinal, type RunEvent, type RunState } from './run.ts'

export type WatchedEvent = { readonly state: RunState } | RunStep | RunEvent

export type RunStep =
  | { readonly source: Pick<CitedSource, 'url' | 'title'> }
  | { readonly query: string }
/** The queries and sources of this process's runs, by run, until soon after the end. They are in memory alone. */
export type RunSteps = Map<string, RunStep[]>

/** The runs, and how a watcher learns of changes to them. */
export interface WatchedRuns {
  readonly database: Database
  readonly changes: RunChanges
  readonly steps: RunSteps
}

const RECONNECT_MS = 1_000
/** Longest delay of a change: without a listener, and after a silent loss of the network. */
const DEAF_PATIENCE_MS = 1_000
const PATIENCE_MS = 15_000

/**
 * Progress after the event with that number as it is written, the queries and sources if this process works on the run,
 * then the state that the run ended in, which is stored by then. Ends without one when the run is deleted.
 */
export async function* watchRun(
  { database, changes, steps }: WatchedRuns,
  { id, after, signal }: { id: string; after: bigint; signal: AbortSignal },
): AsyncGenerator<WatchedEvent> {
  let last = after
  let noted: readonly RunStep[] = []
  let told = 0
  for (;;) {
    // Starts before reading, so that no change is missed.
    const changed = changes.next(id, signal)
    changed.catch(() => {})
    const { rows } = await database.query<{ state: RunState; events: RunEvent[] }>(
      `select state, array(
         select jsonb_build_object('id', id, 'name', name, 'counts', counts) from run_event
         where run_id = run.id and id > $2::bigint order by id
       ) as events
       from run where id = $1 and ${IS_ALIVE}`,
      [id, last],
    )
    const [run] = rows
    if (!run) return
    for (const event of run.events) {
      yield event
      last = BigInt(event.id)
    }
    // A run that has failed leaves its list to those who have it.
    noted = steps.get(id) ?? noted
    for (; told < noted.length; told += 1) yield noted[told] as RunStep
    if (isFinal(run.state)) {
      yield { state: run.state }
      return
    }
    await changed
  }
}

/** Resolves when a run has ended or is gone, whoever ended it; rejects if the signal aborts. */
export async function untilEnded(
  deps: WatchedRuns,
  { id, signal }: { id: string; signal: AbortSignal },
): Promise<void> {
  for await (const _ of watchRun(deps, { id, after: 0n, signal })) signal.throwIfAborted()
}

/** Reports changes to a run, whichever process wrote them. */
export interface RunChanges {
  /** Resolves at the next change, or after a while without one; rejects if the signal aborts. */
  next(runId: string, signal: AbortSignal): Promise<void>
  /** Reports a change that only this process knows. */
  wake(runId: string): void
  stop(): Promise<void>
}

/** Listens on one connection for the whole process, unless a pooler is in between. */
export function followRunChanges(
  connection: Connection,
  { onError }: { onError: (error: unknown) => void },
): RunChanges {
  const waiting = new Map<string, Set<() => void>>()
  let isListening = false
  // A pooler passes no notifications on, so callers poll after a short while.
  const listening = isBehindPooler(connection)
    ? undefined
    : repeat(listen, { everyMs: RECONNECT_MS, onError })

  async function listen(stopped: AbortSignal): Promise<void> {
    const client = await connectAlone(connection)
    try {
      client.on('notification', ({ payload = '' }) => wake(payload))
      const ended = once(client, 'end', { signal: stopped }).catch(() => {})
      await client.query('listen footnote_run')
      isListening = true
      await ended
    } finally {
      isListening = false
      // Callers that have begun a long wait switch to the short one.
      for (const runId of waiting.keys()) wake(runId)
      await client.end()
    }
  }

  function wake(runId: string): void {
    for (const wakeOne of waiting.get(runId) ?? []) wakeOne()
  }

  return {
    async next(runId, signal) {
      const woken = new AbortController()
      const wakeOne = () => woken.abort()
      const wakers = waiting.get(runId) ?? new Set()
      waiting.set(runId, wakers.add(wakeOne))
      const patienceMs = isListening ? PATIENCE_MS : DEAF_PATIENCE_MS
      try {
        await delay(patienceMs, undefined, { signal: AbortSignal.any([signal, woken.signal]) })
      } catch {
        signal.throwIfAborted()
      } finally {
        wakers.delete(wakeOne)
        if (wakers.size === 0) waiting.delete(runId)
      }
    },
    wake,
    stop: async () => await listening?.stop(),
  }
}

/** Limit for the events of one attempt. */
const MOST_EVENTS = 1_000

/** Writes the progress of an attempt. An event that cannot be written is reported and left out; the run goes on. */
export function recordEvents(
  database: Database,
  { runId, attemptId }: Attempt,
  { onError }: { onError: (error: unknown) => void },
) {
  let written: Promise<unknown> = Promise.resolve()
  let noted = 0

  async function insert({ stage, counts }: Progress): Promise<void> {
    // Keeps numbers only, in case the counts hold anything else.
    const numbers = Object.entries(counts).filter(([, count]) => Number.isSafeInteger(count))
    await database.query(
      `insert into run_event (run_id, id, name, counts)
       select id, coalesce((select max(id) from run_event where run_id = run.id), 0) + 1, $3, $4
       from run where id = $1 and attempt_id = $2 and state = 'running'`,
      [runId, attemptId, stage, Object.fromEntries(numbers)],
    )
  }

  return {
    note(progress: Progress): void {
      noted += 1
      if (noted <= MOST_EVENTS) written = written.then(() => insert(progress)).catch(onError)
    },
    /** Resolves when all events are written. */
    close: async (): Promise<void> => void (await written),
  }
}
