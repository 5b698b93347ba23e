import { createParser, type EventSourceMessage, type ParseError } from 'eventsource-parser'
import { openReply, parseObject, readText, replyError } from './exchange.ts'
import { connectionError, endingError } from './failures.ts'
import { type Ending, withDeadline } from './timers.ts'
import type { Call, HttpReply, Service } from './transport.ts'

/** The service sends a comment every 15 seconds. */
const SILENCE_MS = 60_000
/** Far above the size of any report. */
const MOST_EVENT_CHARACTERS = 64 * 1024 * 1024

interface ReadOptions {
  readonly signal?: AbortSignal | undefined
  readonly lastEventId?: string | undefined
  /** When the stream must have ended, by the monotonic clock. Default: never. */
  readonly endsAtMs?: number
  /** The call that errors are about, if this one only follows it. */
  readonly paid?: Call
}

/** Sends a call and reads the events of its reply until the stream ends. */
export async function* readEvents(
  service: Service,
  { headers, ...request }: Call,
  { signal, lastEventId, endsAtMs = Number.POSITIVE_INFINITY, paid }: ReadOptions,
): AsyncGenerator<EventSourceMessage, void, void> {
  const call = {
    ...request,
    headers: {
      ...headers,
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  }
  const connection = new AbortController()
  /** Limits the time of one step, and of the stream as a whole where it has a limit. */
  const step = <Result>(stepMs: number, run: () => Promise<Result>) => {
    const limitMs = Math.min(stepMs, Math.max(endsAtMs - performance.now(), 1))
    const fail = (ending: Ending) => endingError(paid ?? call, ending, limitMs)
    return withDeadline({ signal, limitMs, fail }, run)
  }
  try {
    const reply = await step(call.limitMs, () => openStream(service, call, connection.signal))
    if (!isStream(reply)) {
      const data = await readText(service, call, reply)
      if (!parseObject(data)) throw replyError(service, call, { reply, body: undefined })
      yield { event: 'result', id: undefined, data }
      return
    }
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
      yield* messages.splice(0)
      if (overflow) throw connectionError(service, call, overflow)
    }
  } finally {
    connection.abort()
  }
}

/** Opens a stream. A service of an older version returns the result of a paid call as JSON, which is as good. */
async function openStream(service: Service, call: Call, signal: AbortSignal): Promise<HttpReply> {
  const reply = await openReply(service, call, signal)
  if (reply.status === 200 && (isStream(reply) || call.method === 'POST')) return reply
  const body = parseObject(await readText(service, call, reply))
  throw replyError(service, call, { reply, body })
}

function isStream(reply: HttpReply): boolean {
  return reply.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}
