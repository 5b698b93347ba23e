import type { EventSourceMessage } from 'eventsource-parser'
import type {
  ProgressEvent,
  QueryEvent,
  SourceEvent,
  StateEvent,
  TaskEvent,
} from '../core/task-types.ts'
import { operations } from '../core/wire.ts'
import { parseObject } from './exchange.ts'
import { readEvents } from './read-events.ts'
import { taskPath } from './retrieve-task.ts'
import { pollLimitMs } from './time-limits.ts'
import type { Service } from './transport.ts'

/** Reads the events of a task until the stream ends. Skips kinds that this version does not know. */
export async function* readTaskEvents(
  service: Service,
  taskId: string,
  options: { signal?: AbortSignal | undefined; lastEventId?: string | undefined },
): AsyncGenerator<TaskEvent, void, void> {
  const { method, path } = operations.task_events
  const call = { method, path: taskPath(path, taskId), limitMs: pollLimitMs }
  for await (const message of readEvents(service, call, options)) {
    const event = toTaskEvent(message)
    if (event) yield event
  }
}

function toTaskEvent({ event, data, id }: EventSourceMessage): TaskEvent | undefined {
  const parsed = parseObject(data)
  if (!parsed) return undefined
  const { status, stage, counts, url, title, query } = parsed as Partial<
    StateEvent['data'] & ProgressEvent['data'] & SourceEvent['data'] & QueryEvent['data']
  >
  const place = id === undefined ? {} : { id }
  if (event === 'state' && typeof status === 'string') return { event, data: { status }, ...place }
  if (event === 'progress' && typeof stage === 'string') {
    return { event, data: { stage, counts: counts ?? {} }, ...place }
  }
  if (event === 'source' && typeof url === 'string' && typeof title === 'string') {
    return { event, data: { url, title } }
  }
  if (event === 'query' && typeof query === 'string') return { event, data: { query } }
  return undefined
}
