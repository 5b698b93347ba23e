import { pollUntil } from '@footnote/platform/poll-until'
import { SealBroken } from '@footnote/platform/seal'
import { type KeptReplies, NoResult, type Research, type ResearchRequest } from '../research.ts'
import { TimeLimitReached } from './bound-research.ts'
import {
  type Attempt,
  type Ending,
  endRun,
  MOST_ATTEMPTS,
  type RunStore,
  releaseRun,
} from './run.ts'
import { type RunStep, recordEvents, untilEnded, type WatchedRuns } from './run-events.ts'
import { seal, unseal } from './seal.ts'

/** All that runs need; each step takes its part of it. */
export interface RunDependencies extends RunStore, WatchedRuns {
  readonly research: Research
  readonly reportFault: (error: unknown) => void
}

/** How long writing the end of a run is retried, so that a short outage of the database costs no result. */
const PERSISTENCE_MS = 30_000
/** How long streams that open after the end of a run still get its queries and sources. */
const KEEP_STEPS_MS = 60_000

/** Attempts a run once and stores the outcome. Rejects if the run must be tried again. */
export async function attemptRun(
  deps: RunDependencies,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const { database } = deps
  const ending = await conclude(deps, attempt, signal)
  if (ending === 'cancelled') return
  if (ending === 'interrupted') {
    await releaseRun(database, attempt)
    return
  }
  let lastError: unknown
  const isWritten = await pollUntil(
    () =>
      endRun(database, attempt, ending).then(
        () => true,
        error => {
          lastError = error
          return undefined
        },
      ),
    { timeoutMs: PERSISTENCE_MS, intervalMs: 500 },
  )
  if (!isWritten) throw lastError
}

async function conclude(
  deps: RunDependencies,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Ending | 'cancelled' | 'interrupted'> {
  const { database, sealKeys, research, reportFault } = deps
  const { runId, sealedRequest } = attempt
  const sealOutcome = (outcome: object) => seal(sealKeys, outcome, { runId, field: 'outcome' })
  const cancelled = new AbortController()
  const watching = new AbortController()
  void untilEnded(deps, { id: runId, signal: watching.signal }).then(
    () => cancelled.abort(),
    () => {},
  )
  const events = recordEvents(database, attempt, { onError: reportFault })
  const steps: RunStep[] = []
  deps.steps.set(runId, steps)
  const note = (step: RunStep) => {
    steps.push(step)
    deps.changes.wake(runId)
  }
  let keepStepsMs = 0
  try {
    const request = await unseal(sealKeys, sealedRequest, { runId, field: 'request' })
    const result = await research(request as ResearchRequest, {
      signal: AbortSignal.any([signal, cancelled.signal]),
      onProgress: events.note,
      onSource: source => note({ source }),
      onQuery: query => note({ query }),
      kept: await openKeptReplies(deps, attempt),
    })
    const sealedOutcome = await sealOutcome({ result })
    keepStepsMs = KEEP_STEPS_MS
    return { sealedOutcome }
  } catch (error) {
    if (error instanceof NoResult) {
      const { message, reason } = error
      return { failure: 'no_result', sealedOutcome: await sealOutcome({ error: message, reason }) }
    }
    if (error instanceof TimeLimitReached) return { failure: 'time_limit' }
    if (cancelled.signal.aborted) return 'cancelled'
    if (signal.aborted) return 'interrupted'
    if (error instanceof SealBroken) return { failure: 'unreadable' }
    if (attempt.number < MOST_ATTEMPTS) throw error
    reportFault(error)
    return { failure: 'gave_up' }
  } finally {
    watching.abort()
    setTimeout(() => {
      if (deps.steps.get(runId) === steps) deps.steps.delete(runId)
    }, keepStepsMs).unref()
    await events.close()
  }
}

/** Limits of one run; further replies are asked for again by the next attempt. */
const MOST_REPLIES = 2_000
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Opens the replies that earlier attempts at a run have kept. Keeping saves time and money, nothing else:
 * a reply that cannot be written is reported, and the run goes on.
 */
async function openKeptReplies(
  { database, sealKeys, reportFault }: RunDependencies,
  { runId, attemptId }: Attempt,
): Promise<KeptReplies> {
  const place = { runId, field: 'reply' } as const
  const known = new Map<string, unknown>()
  let count = 0
  let bytes = 0
  const { rows } = await database.query<{ sealed_reply: Buffer }>(
    'select sealed_reply from run_reply where run_id = $1 order by id',
    [runId],
  )
  for (const { sealed_reply: sealed } of rows) {
    count += 1
    bytes += sealed.length
    try {
      const opened = (await unseal(sealKeys, sealed, place)) as { key: string; reply: unknown }
      known.set(opened.key, opened.reply)
    } catch (error) {
      // A reply that cannot be read is asked for again.
      reportFault(error)
    }
  }
  return {
    recall: key => known.get(key),
    async keep(key, reply) {
      try {
        const sealed = await seal(sealKeys, { key, reply }, place)
        if (count >= MOST_REPLIES || bytes + sealed.length > MOST_BYTES) return
        count += 1
        bytes += sealed.length
        // Only the newest attempt may write about its run.
        await database.query(
          `insert into run_reply (run_id, sealed_reply)
           select id, $3 from run where id = $1 and attempt_id = $2 and state = 'running'`,
          [runId, attemptId, sealed],
        )
      } catch (error) {
        reportFault(error)
      }
    },
  }
}
