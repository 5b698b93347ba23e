import type { Database } from '@footnote/platform/database/connect'
import { createInbox } from './inbox.ts'
import type { TaskEvent } from './open-watch.ts'
import { requireTask } from './retrieve-task.ts'
import { isFinal, type TaskRow } from './task-row.ts'
import type { TaskWatches } from './task-watches.ts'

export interface WatchDependencies {
  readonly database: Database
  readonly watches: TaskWatches
}

/**
 * Streams a task's states, stages and counts until it ends, never content. Progress comes from the
 * upstream's stream if it has one; the states are the service's own.
 */
export async function watchTask(
  { database, watches }: WatchDependencies,
  owner: { taskId: string; accountId: string },
  options: WatchOptions,
): Promise<AsyncGenerator<TaskEvent>> {
  return follow(watches, await requireTask(database, owner), options)
}

interface WatchOptions {
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
}

async function* follow(
  watches: TaskWatches,
  task: TaskRow,
  { lastEventId, signal }: WatchOptions,
): AsyncGenerator<TaskEvent> {
  if (isFinal(task.state) && lastEventId === undefined) {
    yield { event: 'state', data: { status: task.state } }
    return
  }
  if (signal.aborted) return
  const inbox = createInbox<TaskEvent>()
  signal.addEventListener('abort', () => inbox.end())
  const leave = watches.join(task, { after: lastEventId, send: inbox.put, end: inbox.end })
  try {
    yield* inbox
  } finally {
    leave()
  }
}
