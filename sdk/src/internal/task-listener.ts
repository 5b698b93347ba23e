import type { Service } from '../core/service.ts'
import { readTaskEvents, type TaskEvent } from './read-task-events.ts'
import type { TaskNews } from './task-news.ts'

interface Listening {
  readonly signal: AbortSignal
  readonly news: TaskNews
}

/**
 * Pauses that listen: while one lasts, the task's events are read and reported, and it ends at once
 * when they say that the task has ended. That is believed only once, since the next look may differ.
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
        else news.report(event.data)
        if (news.hasFailed) woken.abort()
      }
    } catch {
      // That there are no events is no news of the task; the next pause tries again.
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
