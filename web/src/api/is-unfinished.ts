import type { TaskState } from '@footnote/contract/responses'

/** Returns whether a task will still change. */
export function isUnfinished(state: TaskState): boolean {
  return state !== 'completed' && state !== 'failed'
}
