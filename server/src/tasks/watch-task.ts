import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@footnote/contract/limits'
import type { TaskState } from '@footnote/contract/responses'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { UpstreamRegistry } from '../upstream/upstream-registry.ts'
import { observeTask } from './observe-task.ts'
import { type Progress, readProgress } from './read-progress.ts'
import { requireTask, type TaskDependencies } from './retrieve-task.ts'
import { findTask, type TaskRow } from './task-row.ts'
import { withTicks } from './with-ticks.ts'

export type TaskEvent =
  | { readonly event: 'state'; readonly data: { readonly status: TaskState } }
  | Progress

export interface WatchDependencies extends TaskDependencies {
  readonly upstreams: UpstreamRegistry
}

/** The upstream's stored status lags its stream by about a second. */
const FIRST_PAUSE_MS = 1_000
const PAUSE_MS = limits.pollSeconds.shortest * 1_000

/**
 * What happens to a task until it ends: states, stages and counts, never content. Progress comes
 * from the upstream's stream where it has one; the states are always the service's own, and are
 * asked for while the stream is open too, so that a stream that never ends hides nothing.
 */
export async function watchTask(
  deps: WatchDependencies,
  owner: { taskId: string; accountId: string },
  { lastEventId, signal }: { lastEventId: string | undefined; signal: AbortSignal },
): Promise<AsyncGenerator<TaskEvent>> {
  const task = await requireTask(deps.database, owner)
  return follow(task)

  async function* follow(first: TaskRow): AsyncGenerator<TaskEvent> {
    // Whoever reads a final state stops, so what a watcher missed before it comes first.
    let state = isFinal(first.state) ? undefined : first.state
    if (state) yield stateEvent(state)
    let task: TaskRow | undefined = first
    while (task?.state === 'submitting') {
      await delay(FIRST_PAUSE_MS, undefined, { signal })
      task = await findTask(deps.database, owner)
    }
    for await (const pieceOrPause of progressOrPauses(task)) {
      if (pieceOrPause) {
        yield pieceOrPause
        continue
      }
      if (!task || task.expired) return
      const seen = isFinal(task.state) ? task.state : await observeTask(deps, task)
      if (seen !== state) yield stateEvent(seen)
      state = seen
      if (isFinal(seen)) return
      task = await findTask(deps.database, owner)
    }
  }

  /** Progress while there is some, and undefined whenever it is time to look at the state. */
  async function* progressOrPauses(row: TaskRow | undefined): AsyncGenerator<Progress | undefined> {
    const ended = new AbortController()
    try {
      if (row && (!isFinal(row.state) || lastEventId !== undefined)) {
        const progress = progressOf(row, AbortSignal.any([signal, ended.signal]))
        yield* withTicks(progress, PAUSE_MS)
      }
      yield undefined
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = PAUSE_MS) {
        await delay(pauseMs, undefined, { signal })
        yield undefined
      }
    } finally {
      ended.abort()
    }
  }

  async function* progressOf(row: TaskRow, until: AbortSignal): AsyncGenerator<Progress> {
    const upstream = await deps.upstreams.find(row.upstream_id)
    if (!upstream || row.remote_id === null) return
    const turn = {
      endsAt: Number.POSITIVE_INFINITY,
      signal: until,
      queue: row.account_id,
    }
    try {
      const stream = await upstream.watch({ remoteId: row.remote_id, fromId: lastEventId }, turn)
      if (stream) yield* readProgress(stream, { after: lastEventId })
    } catch (error) {
      // A stream that breaks off is no news about the task: its state is asked for instead.
      if (signal.aborted) throw error
      if (!(error instanceof UpstreamError) && !isBrokenStream(error)) throw error
    }
  }
}

function stateEvent(status: TaskState): TaskEvent {
  return { event: 'state', data: { status } }
}

function isFinal(state: TaskState): boolean {
  return state === 'completed' || state === 'failed'
}

function isBrokenStream(error: unknown): boolean {
  return error instanceof Error && 'code' in error
}
