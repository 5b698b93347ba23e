import type { TaskEvent } from '../core/task-types.ts'
import { readTaskEvents } from './read-task-events.ts'
import type { TaskNews } from './task-news.ts'
import type { Service } from './transport.ts'

interface Listening {
  readonly signal: AbortSignal
  readonly news: TaskNews
}

/**
 * Creates a pause that reads and reports the task's events, and ends as soon as one says that the task has
 * ended. Only the first such event counts, since the next poll may disagree.
 */
export function createListener(
  service: Service,
  taskId: string,
  { signal, news }: Listening,
): (pauseMs: number) => Promise<void> {
  const woken = new AbortController()
  let isListening = false
  let lastEventId: string | undefined

  async function listen(): Promise<void> {
    isListening = true
    try {
      for await (const event of readTaskEvents(service, taskId, { signal, lastEventId })) {
        lastEventId = event.id ?? lastEventId
        if (isEnd(event)) woken.abort()
        else if (event.event === 'state' || event.event === 'progress') news.report(event.data)
        if (news.hasFailed) woken.abort()
      }
    } catch {
      // A failed stream says nothing about the task; the next pause tries again.
    } finally {
      isListening = false
    }
  }

  return async pauseMs => {
    if (!isListening) void listen()
    const until = woken.signal.aborted ? signal : AbortSignal.any([signal, woken.signal])
    await service.pause(pauseMs, until).catch(() => {})
    signal.throwIfAborted()
  }
}

function isEnd({ event, data }: TaskEvent): boolean {
  return event === 'state' && (data.status === 'completed' || data.status === 'failed')
}
