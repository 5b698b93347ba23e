import type { TaskState } from '@footnote/contract/responses'
import { sitePaths } from '@footnote/contract/site/paths'
import type { CallEvents } from '@footnote/contract/site/responses'
import { followEvents, type StreamListener } from './follow-events.ts'

export interface TaskProgress {
  readonly stage: string
  readonly counts: Readonly<Record<string, number>>
}

export type FoundSource = CallEvents['source']

interface TaskListener extends StreamListener {
  readonly onState: (state: TaskState) => void
  readonly onProgress: (progress: TaskProgress) => void
  readonly onQuery: (query: string) => void
  readonly onSource: (source: FoundSource) => void
}

/** Follows a task until it ends. Returns a function that stops following it. */
export function followTask(taskId: string, listener: TaskListener): () => void {
  const url = sitePaths.task_events.path.replace('{task_id}', encodeURIComponent(taskId))
  const handlers = {
    state(data: unknown) {
      const { status } = data as { status: TaskState }
      if (!isUnfinished(status)) stop()
      listener.onState(status)
    },
    progress: (data: unknown) => listener.onProgress(data as TaskProgress),
    query: (data: unknown) => listener.onQuery((data as CallEvents['query']).query),
    source: (data: unknown) => listener.onSource(data as FoundSource),
  }
  const stop = followEvents(url, handlers, listener)
  return stop
}

/** Returns whether a task will still change. */
export function isUnfinished(state: TaskState): boolean {
  return state !== 'completed' && state !== 'failed'
}
