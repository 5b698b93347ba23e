import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'

export interface ServerEvent {
  readonly id?: string | undefined
  readonly event: string
  readonly data: unknown
}

interface Watcher {
  readonly accountId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Stream {
  /** What there is to be told; the signal aborts when nobody is to be told any more. */
  open(signal: AbortSignal): Promise<AsyncIterable<ServerEvent>>
  /** Ends the stream before it has ended by itself, to be resumed. */
  readonly until?: AbortSignal
  readonly reportFault: (error: unknown) => void
}

type WriteEvents = (watcher: Watcher, stream: Stream) => Promise<FastifyReply>

const MOST_PER_ACCOUNT = 100
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': still here\n'
/** How soon a browser whose connection broke comes back; left alone, some wait much longer. */
const RETRY_MS = 1_500
const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies that buffer would hold progress back until the end.
  'x-accel-buffering': 'no',
}

/** Streams of server-sent events, so many for each account; `watched` names what they are about. */
export function createWriteEvents({ watched }: { watched: string }): WriteEvents {
  /** How many streams each account has open. */
  const open = new Map<string, number>()

  /** Until the last byte is gone: who does not read what is sent keeps it here. */
  function count(accountId: string, { raw }: FastifyReply): void {
    const streams = (open.get(accountId) ?? 0) + 1
    if (streams > MOST_PER_ACCOUNT) {
      throw new ApiError('SERVICE_UNAVAILABLE', {
        message: `An account may watch ${MOST_PER_ACCOUNT} ${watched} at once; close a stream, or poll.`,
      })
    }
    open.set(accountId, streams)
    raw.once('close', () => {
      const left = (open.get(accountId) ?? 0) - 1
      if (left === 0) open.delete(accountId)
      else open.set(accountId, left)
    })
  }

  return async ({ accountId, request, reply }, { open: openStream, until, reportFault }) => {
    const left = new AbortController()
    const leave = () => left.abort()
    reply.raw.once('close', leave)
    // Whoever hung up before the listener stood is not heard of again.
    if (request.raw.socket.destroyed || until?.aborted) leave()
    // Not AbortSignal.any, which takes a kilobyte for each stream.
    until?.addEventListener('abort', leave)
    try {
      if (request.method !== 'HEAD') count(accountId, reply)
      const events = await openStream(left.signal)
      if (request.method === 'HEAD') return reply.headers(EVENT_HEADERS).send()
      reply.hijack()
      await write(reply, events)
    } catch (error) {
      if (!reply.sent) throw error
      // When the caller left or the service is closing, the stream just ends, to be resumed.
      if (!left.signal.aborted) reportFault(error)
    } finally {
      until?.removeEventListener('abort', leave)
    }
    return reply
  }
}

async function write(reply: FastifyReply, events: AsyncIterable<ServerEvent>): Promise<void> {
  const { raw } = reply
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...EVENT_HEADERS })
  // At once, so that neither a browser nor a proxy waits for the first event to hear anything.
  raw.write(`${HEARTBEAT}retry: ${RETRY_MS}\n\n`)
  const heartbeat = setInterval(() => raw.write(`${HEARTBEAT}\n`), HEARTBEAT_MS)
  try {
    for await (const { id, event, data } of events) {
      const idLine = id === undefined ? '' : `id: ${id}\n`
      raw.write(`${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
}
