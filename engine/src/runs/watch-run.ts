import type { Database } from '@footnote/platform/database/connect'
import type { Stage } from '../progress.ts'
import { isFinal, RUN_LIFETIME, type RunEvent, type RunState } from './run.ts'
import type { RunChanges } from './run-changes.ts'

export type WatchedEvent = { readonly state: RunState } | RunEvent

const EVENTS_AT_ONCE = 500

/**
 * Progress after the event with that number as it is written, then the state that the run ended in,
 * which is stored by then. Ends without one when the run is deleted.
 */
export async function* watchRun(
  { database, changes }: { database: Database; changes: RunChanges },
  { id, after, signal }: { id: string; after: bigint; signal: AbortSignal },
): AsyncGenerator<WatchedEvent> {
  let last = after
  for (;;) {
    // Begun before reading, so that nothing falls in between.
    const changed = changes.next(id, signal)
    changed.catch(() => {})
    // The state first: once it is final, all events are there.
    const state = await readState(database, id)
    if (state === undefined) return
    for (;;) {
      const events = await readEvents(database, { id, after: last })
      for (const event of events) {
        yield event
        last = BigInt(event.id)
      }
      if (events.length < EVENTS_AT_ONCE) break
    }
    if (isFinal(state)) {
      yield { state }
      return
    }
    await changed
  }
}

async function readState(database: Database, id: string): Promise<RunState | undefined> {
  const { rows } = await database.query<{ state: RunState }>(
    `select state from run where id = $1 and created_at > clock_timestamp() - ${RUN_LIFETIME}`,
    [id],
  )
  return rows[0]?.state
}

async function readEvents(
  database: Database,
  { id, after }: { id: string; after: bigint },
): Promise<RunEvent[]> {
  const { rows } = await database.query<{
    id: number
    name: Stage
    counts: Record<string, number>
  }>(
    `select id, name, counts from run_event where run_id = $1 and id > $2::bigint
     order by id limit ${EVENTS_AT_ONCE}`,
    [id, after],
  )
  return rows
}
