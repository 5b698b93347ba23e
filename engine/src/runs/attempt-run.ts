import type { Database } from '@footnote/platform/database/connect'
import { pollUntil } from '@footnote/platform/poll-until'
import { SealBroken } from '@footnote/platform/seal'
import { type KeptReplies, NoResult, type Research, type ResearchRequest } from '../research.ts'
import { TimeLimitReached } from './bound-research.ts'
import {
  type Attempt,
  claimRun,
  endRun,
  type Failure,
  giveUpRun,
  MOST_ATTEMPTS,
  promoteRuns,
  releaseRun,
} from './run.ts'
import {
  type RunChanges,
  type RunStep,
  type RunSteps,
  recordEvents,
  untilEnded,
} from './run-events.ts'
import { type SealKeys, seal, unseal } from './seal.ts'

export interface AttemptDependencies {
  readonly database: Database
  readonly sealKeys: SealKeys
  readonly research: Research
  readonly changes: RunChanges
  readonly steps: RunSteps
  readonly reportFault: (error: unknown) => void
}

/** How long writing the end of a run is retried while the database is away. */
const PERSISTENCE_MS = 30_000

/**
 * Attempts a run once and stores the outcome. Rejects, with nothing of the run in the error, if the job
 * library must try again, here or on another machine.
 */
export async function attemptRun(
  deps: AttemptDependencies,
  { runId, signal }: { runId: string; signal: AbortSignal },
): Promise<void> {
  const { database } = deps
  const attempt = await claimRun(database, runId)
  if (!attempt) {
    await giveUpRun(database, runId)
    await forgetReplies(database, runId).catch(deps.reportFault)
    return
  }
  // If this fails, the next recovery promotes the run.
  await promoteRuns(database, attempt.queue).catch(deps.reportFault)
  const end = await conclude(deps, attempt, signal)
  if (end === 'again') {
    if (signal.aborted) await releaseRun(database, attempt)
    throw new Error('the run is to be tried again')
  }
  if (end === 'ended') {
    await forgetReplies(database, runId).catch(deps.reportFault)
    return
  }
  // Only the newest attempt may complete the job; another engine may be working on it.
  if (!(await persist(deps, end))) throw new Error('the run belongs to another attempt')
  // If this fails, they are deleted with the run.
  await forgetReplies(database, runId).catch(deps.reportFault)
}

type End = () => Promise<boolean>

/** How long streams that open after the end of a run still get its queries and sources. */
const KEEP_STEPS_MS = 60_000

async function conclude(
  deps: AttemptDependencies,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<End | 'again' | 'ended'> {
  const { database, sealKeys, research, reportFault } = deps
  const { runId, sealedRequest } = attempt
  const fail = (failure: Failure, sealedOutcome?: Buffer) => () =>
    endRun(database, attempt, { failure, ...(sealedOutcome && { sealedOutcome }) })
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
    const kept = await openKeptReplies(deps, attempt)
    const onProgress = events.note
    const result = await research(request as ResearchRequest, {
      signal: AbortSignal.any([signal, cancelled.signal]),
      onProgress,
      onSource: source => note({ source }),
      onQuery: query => note({ query }),
      kept,
    })
    const sealedOutcome = await sealOutcome({ result })
    keepStepsMs = KEEP_STEPS_MS
    return () => endRun(database, attempt, { sealedOutcome })
  } catch (error) {
    if (error instanceof NoResult) {
      return fail('no_result', await sealOutcome({ error: error.message, reason: error.reason }))
    }
    if (error instanceof TimeLimitReached) return fail('time_limit')
    if (cancelled.signal.aborted) return 'ended'
    if (signal.aborted) return 'again'
    reportFault(error)
    if (error instanceof SealBroken) return fail('unreadable')
    return attempt.number < MOST_ATTEMPTS ? 'again' : fail('gave_up')
  } finally {
    watching.abort()
    setTimeout(() => {
      if (deps.steps.get(runId) === steps) deps.steps.delete(runId)
    }, keepStepsMs).unref()
    await events.close()
  }
}

/** Retries, so that a short outage of the database does not cost a finished result. */
async function persist({ reportFault }: AttemptDependencies, end: End): Promise<boolean> {
  let lastError: unknown
  const outcome = await pollUntil(
    async () => {
      try {
        return { isOurs: await end() }
      } catch (error) {
        lastError = error
        return undefined
      }
    },
    { timeoutMs: PERSISTENCE_MS, intervalMs: 500 },
  )
  if (outcome) return outcome.isOurs
  reportFault(lastError)
  throw new Error('the end of the run could not be written')
}

/** Limits of one run; further replies are asked for again by the next attempt. */
const MOST_REPLIES = 2_000
const MOST_BYTES = 16 * 1024 * 1024

interface KeepOptions {
  readonly database: Database
  readonly sealKeys: SealKeys
  readonly reportFault: (error: unknown) => void
}

/**
 * Opens the replies that earlier attempts at a run have kept. Keeping saves time and money, nothing else:
 * a reply that cannot be written is reported, and the run goes on.
 */
export async function openKeptReplies(
  { database, sealKeys, reportFault }: KeepOptions,
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

/** Deletes the replies of a run that has ended. */
export async function forgetReplies(database: Database, runId: string): Promise<void> {
  await database.query('delete from run_reply where run_id = $1', [runId])
}
