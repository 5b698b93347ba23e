import type { TaskState } from '@footnote/contract/responses'
import { createRateLimiter } from '../upstream/rate-limiter.ts'
import type { UpstreamRegistry } from '../upstream/upstream-registry.ts'
import { openWatch, WATCH_PAUSES, type Watch, type WatchPauses } from './open-watch.ts'
import type { Progress } from './read-progress.ts'
import type { TaskDependencies } from './retrieve-task.ts'
import type { TaskRow } from './task-row.ts'

export type TaskEvent =
  | { readonly event: 'state'; readonly data: { readonly status: TaskState } }
  | Progress

/** Gets a task's events, each once and in order, and then its end. */
export interface Watcher {
  /** The number of the last event that it has. */
  readonly after: string | undefined
  readonly tell: (event: TaskEvent) => void
  readonly end: (error?: unknown) => void
}

/** The tasks that are watched in this process. However many watch one, it is followed once. */
export interface TaskWatches {
  /** How many tasks are followed. */
  readonly size: number
  /** Adds a watcher until its end, or until it leaves by the function that this returns. */
  join(task: TaskRow, watcher: Watcher): () => void
}

export interface FollowDependencies extends TaskDependencies {
  readonly upstreams: UpstreamRegistry
}

/**
 * Upstreams allow about ten requests a second, and callers need them more. Beyond 25 tasks without a
 * stream the pause between polls grows with their number.
 */
const POLLS_PER_SECOND = 5

export function createTaskWatches(
  deps: FollowDependencies,
  {
    pauses = WATCH_PAUSES,
    pollsPerSecond = POLLS_PER_SECOND,
  }: { pauses?: WatchPauses; pollsPerSecond?: number } = {},
): TaskWatches {
  const watches = new Map<string, Watch>()
  const limiter = createRateLimiter()
  limiter.learn({ limit: pollsPerSecond, remaining: undefined, resetMs: undefined })
  return {
    get size() {
      return watches.size
    },
    join(task, watcher) {
      let watch = watches.get(task.id)
      if (!watch) {
        watch = openWatch(deps, task, { pauses, limiter, onClose: () => watches.delete(task.id) })
        watches.set(task.id, watch)
      }
      return watch.join(task, watcher)
    },
  }
}
