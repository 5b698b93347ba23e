import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser'
import type { ProgressEvent, StateEvent, TaskEvent } from '../core/task-types.ts'
import { operations } from '../core/wire.ts'
import { openReply, parseObject, readText, replyError } from './exchange.ts'
import { connectionError, endingError } from './failures.ts'
import { taskPath } from './retrieve-task.ts'
import { pollLimitMs } from './time-limits.ts'
import { type Ending, withDeadline } from './timers.ts'
import type { Service } from './transport.ts'

/** The service sends a comment every 15 seconds. */
const SILENCE_MS = 60_000
const MOST_EVENT_CHARACTERS = 1024 * 1024

/** Reads the events of a task until the stream ends. Skips kinds that this version does not know. */
export async function* readTaskEvents(
  service: Service,
  taskId: string,
  { signal, lastEventId }: { signal?: AbortSignal | undefined; lastEventId?: string | undefined },
): AsyncGenerator<TaskEvent, void, void> {
  const { method, path } = operations.task_events
  const call = {
    method,
    path: taskPath(path, taskId),
    limitMs: pollLimitMs,
    headers: {
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  }
  const connection = new AbortController()
  /** Limits the time of one step; the stream as a whole has no limit. */
  const step = <Result>(limitMs: number, run: () => Promise<Result>) => {
    const fail = (ending: Ending) => endingError(call, ending, limitMs)
    return withDeadline({ signal, limitMs, fail }, run)
  }
  try {
    const reply = await step(call.limitMs, async () => {
      const opened = await openReply(service, call, connection.signal)
      const isStream = opened.header('content-type')?.startsWith('text/event-stream')
      if (opened.status === 200 && isStream) return opened
      const body = parseObject(await readText(service, call, opened))
      throw replyError(service, call, { reply: opened, body })
    })
    const messages: EventSourceMessage[] = []
    let overflow: ParseError | undefined
    const parser = createParser({
      onEvent: message => messages.push(message),
      onError: error => {
        if (error.type === 'max-buffer-size-exceeded') overflow = error
      },
      maxBufferSize: MOST_EVENT_CHARACTERS,
    })
    const decoder = new TextDecoder()
    const chunks = reply.body[Symbol.asyncIterator]()
    for (;;) {
      const chunk = await step(SILENCE_MS, () =>
        chunks.next().catch(error => {
          throw connectionError(service, call, error)
        }),
      )
      if (chunk.done) return
      parser.feed(decoder.decode(chunk.value, { stream: true }))
      for (const message of messages.splice(0)) {
        const event = toTaskEvent(message)
        if (event) yield event
      }
      if (overflow) throw connectionError(service, call, overflow)
    }
  } finally {
    connection.abort()
  }
}

function toTaskEvent({ event, data, id }: EventSourceMessage): TaskEvent | undefined {
  const parsed = parseObject(data)
  if (!parsed) return undefined
  const { status, stage, counts } = parsed as Partial<StateEvent['data'] & ProgressEvent['data']>
  const place = id === undefined ? {} : { id }
  if (event === 'state' && typeof status === 'string') return { event, data: { status }, ...place }
  if (event === 'progress' && typeof stage === 'string') {
    return { event, data: { stage, counts: counts ?? {} }, ...place }
  }
  return undefined
}
