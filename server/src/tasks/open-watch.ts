import { limits } from '@footnote/contract/limits'
import { taskStateMeanings } from '@footnote/contract/progress-text'
import type { TaskState } from '@footnote/contract/responses'
import type { RateLimiter } from '../upstream/rate-limiter.ts'
import type { UpstreamRegistry } from '../upstream/upstream-registry.ts'
import { observeTask } from './observe-task.ts'
import { openProgress } from './open-progress.ts'
import { createPollTimer } from './poll-timer.ts'
import type { Progress } from './read-progress.ts'
import type { TaskDependencies } from './retrieve-task.ts'
import { shareProgress } from './share-progress.ts'
import { findTask, isFinal, type TaskRow } from './task-row.ts'

export type TaskEvent =
  | { readonly event: 'state'; readonly data: { readonly status: TaskState } }
  | Progress

/** Gets a task's events, each once and in order, and then its end. */
export interface Watcher {
  /** The number of the last event that the watcher has. */
  readonly after: string | undefined
  readonly send: (event: TaskEvent) => void
  readonly end: (error?: unknown) => void
}

export interface FollowDependencies extends TaskDependencies {
  readonly upstreams: UpstreamRegistry
}

/** One task, followed for all of its watchers. */
export interface Watch {
  /** Adds a watcher that has just read the task's row; returns a function to leave. */
  join(task: TaskRow, watcher: Watcher): () => void
}

export interface WatchPauses {
  /** The upstream's stored status lags its stream by about a second. */
  readonly firstMs: number
  readonly usualMs: number
  /** The end of a stream brings a poll; this pause is for a stream that never ends. */
  readonly streamingMs: number
}

export const WATCH_PAUSES: WatchPauses = {
  firstMs: 1_000,
  usualMs: limits.pollSeconds.shortest * 1_000,
  streamingMs: 30_000,
}

/** Follows a task with one stream and one timer, until it ends or the last watcher leaves. */
export function openWatch(
  deps: FollowDependencies,
  first: TaskRow,
  { pauses, limiter, onClose }: { pauses: WatchPauses; limiter: RateLimiter; onClose: () => void },
): Watch {
  /** Watchers with the last state that each was sent. */
  const watchers = new Map<Watcher, TaskState | undefined>()
  let task = first
  let isStreaming = false
  let isHurried = false
  let isClosed = false
  let pauseMs = pauses.usualMs

  const timer = createPollTimer(poll, { limiter, queue: first.account_id })
  const progress = shareProgress(
    (fromId, signal) => openProgress(deps.upstreams, task, { fromId, signal, onOpen: streaming }),
    { onProgress: hurry, onEnd: streamEnded },
  )

  function streaming(): void {
    isStreaming = true
    if (!isFinal(task.state)) timer.pollAfter(pauses.streamingMs)
  }

  /** A task that makes progress is no longer queued. */
  function hurry(): void {
    if (task.state !== 'queued' || isHurried) return
    isHurried = true
    timer.pollAfter(pauses.firstMs)
  }

  function streamEnded(error?: unknown): void {
    if (error !== undefined) {
      close(error)
      return
    }
    pauseMs = pauses.firstMs
    if (isStreaming) timer.pollNow()
    else timer.pollAfter(0)
    isStreaming = false
  }

  /** Returns the pause before the next poll. */
  async function poll(): Promise<number> {
    try {
      const state = await readState()
      if (state) sendState(state)
      if (!state || isFinal(state)) close()
    } catch (error) {
      close(error)
    }
    isHurried = false
    const nextMs = isStreaming ? pauses.streamingMs : pauseMs
    pauseMs = task.state === 'submitting' ? pauses.firstMs : pauses.usualMs
    return nextMs
  }

  /** Returns undefined if the task has expired. */
  async function readState(): Promise<TaskState | undefined> {
    if (isFinal(task.state)) return task.state
    const row = await findTask(deps.database, {
      taskId: task.request_id,
      accountId: task.account_id,
    })
    if (!row || row.expired) return undefined
    const isAccepted = task.remote_id === null && row.remote_id !== null
    task = row
    if (isAccepted) progress.restart()
    if (row.state === 'submitting' || isFinal(row.state)) return row.state
    const state = await observeTask(deps, row)
    task = { ...row, state }
    return state
  }

  function sendState(status: TaskState): void {
    for (const [watcher, lastState] of watchers) {
      if (lastState && !taskStateMeanings[lastState].next.includes(status)) continue
      watchers.set(watcher, status)
      watcher.send({ event: 'state', data: { status } })
    }
  }

  function close(error?: unknown): void {
    if (isClosed) return
    isClosed = true
    timer.stop()
    progress.stop()
    onClose()
    for (const watcher of watchers.keys()) watcher.end(error)
    watchers.clear()
  }

  return {
    join(row, watcher) {
      task = row
      watchers.set(watcher, undefined)
      // Clients stop reading at a final state, so a watcher gets what it missed before that.
      if (!isFinal(row.state)) sendState(row.state)
      if (watchers.size === 1 || isFinal(row.state)) timer.pollAfter(pauses.usualMs)
      const leaveProgress = progress.join({ after: watcher.after, send: watcher.send })
      return () => {
        leaveProgress()
        if (watchers.delete(watcher) && watchers.size === 0) close()
      }
    },
  }
}
