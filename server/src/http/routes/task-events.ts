import { watchTask } from '../../tasks/watch-task.ts'
import type { FreeRoute } from '../route.ts'
import { createWriteEvents } from '../write-events.ts'

export function createTaskEvents() {
  const writeEvents = createWriteEvents({ watched: 'tasks' })

  return (async ({ tasks, closing, reportFault }, { accountId }, request, reply) => {
    const { task_id: taskId } = request.params as { task_id: string }
    const lastEventId = readEventId(request.headers['last-event-id'])
    return writeEvents(
      { accountId, request, reply },
      {
        open: signal => watchTask(tasks, { taskId, accountId }, { lastEventId, signal }),
        until: closing,
        reportFault,
      },
    )
  }) satisfies FreeRoute
}

function readEventId(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : undefined
}
