import { createRateLimiter } from '../upstream/rate-limiter.ts'
import {
  type FollowDependencies,
  openWatch,
  WATCH_PAUSES,
  type Watch,
  type Watcher,
  type WatchPauses,
} from './open-watch.ts'
import type { TaskRow } from './task-row.ts'

/** The tasks that are watched in this process, each followed once for all its watchers. */
export interface TaskWatches {
  /** How many tasks are followed. */
  readonly size: number
  /** Adds a watcher until it ends or calls the returned function to leave. */
  join(task: TaskRow, watcher: Watcher): () => void
}

/**
 * Upstreams allow about ten requests a second, which callers need more. Beyond 25 tasks without a
 * stream, the pause between polls grows with their number.
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
