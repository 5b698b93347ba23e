import type { Database } from '@footnote/platform/database/connect'
import type { Progress } from '../progress.ts'
import type { Attempt } from './claim-run.ts'

export interface EventRecorder {
  note(progress: Progress): void
  /** Resolves when all events are written. */
  close(): Promise<void>
}

const BATCH_MS = 100
/** Limit for the events of one attempt. */
const MOST_EVENTS = 1_000

/**
 * Writes the progress of an attempt in small batches. Progress is a courtesy: what cannot be written
 * is reported and left out, and the run goes on.
 */
export function recordEvents(
  database: Database,
  attempt: Attempt,
  { onError }: { onError: (error: unknown) => void },
): EventRecorder {
  let pending: Progress[] = []
  let timer: NodeJS.Timeout | undefined
  let written = Promise.resolve()
  let noted = 0
  let isClosed = false

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const batch = pending
    pending = []
    if (batch.length > 0) {
      written = written.then(() => insertEvents(database, attempt, batch)).catch(onError)
    }
  }

  return {
    note(progress) {
      noted += 1
      if (isClosed || noted > MOST_EVENTS) return
      pending.push(progress)
      timer ??= setTimeout(flush, BATCH_MS)
    },
    async close() {
      isClosed = true
      flush()
      await written
    },
  }
}

async function insertEvents(
  database: Database,
  { runId, attemptId }: Attempt,
  batch: readonly Progress[],
): Promise<void> {
  await database.query(
    `insert into run_event (run_id, id, name, counts)
     select run.id,
       coalesce((select max(id) from run_event where run_id = run.id), 0) + place,
       event->>'stage', event->'counts'
     from run, jsonb_array_elements($3::jsonb) with ordinality as events (event, place)
     where run.id = $1 and attempt_id = $2 and state = 'running'`,
    [runId, attemptId, JSON.stringify(batch.map(toRow))],
  )
}

/** Keeps numbers only, in case the counts hold anything else. */
function toRow({ stage, counts }: Progress): object {
  const numbers = Object.entries(counts).filter(([, count]) => Number.isSafeInteger(count))
  return { stage, counts: Object.fromEntries(numbers) }
}
