import { limits } from '@footnote/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../api-error.ts'

export interface ServerEvent {
  readonly id?: string | undefined
  readonly event: string
  readonly data: unknown
  /** True if it is left out for a client that reads too slowly. */
  readonly isOptional?: boolean
}

interface Watcher {
  readonly accountId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Stream {
  /** Yields the events; the signal aborts when nobody reads them any more. */
  open(signal: AbortSignal): Promise<AsyncIterable<ServerEvent>>
  /** Ends the stream early, to be resumed. */
  readonly until?: AbortSignal
  readonly reportFault: (error: unknown) => void
}

export type WriteEvents = (watcher: Watcher, stream: Stream) => Promise<FastifyReply>

const MOST_PER_ACCOUNT = 100
const HEARTBEAT_MS = limits.heartbeatSeconds * 1_000
const HEARTBEAT = ': still here\n'
/** Reconnection time for browsers; by default some wait much longer. */
const RETRY_MS = 1_500
const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies that buffer would delay progress until the end.
  'x-accel-buffering': 'no',
}

/**
 * Creates a writer of server-sent events with a limit per account; `watched` names the subject of a
 * stream.
 */
export function createWriteEvents({ watched }: { watched: string }): WriteEvents {
  /** Open streams by account. */
  const open = new Map<string, number>()

  /** Counts until the last byte is sent: a client that does not read keeps its stream here. */
  function count(accountId: string, { raw }: FastifyReply): void {
    const streams = (open.get(accountId) ?? 0) + 1
    if (streams > MOST_PER_ACCOUNT) {
      throw new ApiError('SERVICE_UNAVAILABLE', {
        message: `Your account already watches ${MOST_PER_ACCOUNT} ${watched}. Close a stream, or poll instead.`,
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
    // A client that hung up before the listener was added triggers no event.
    if (request.raw.socket.destroyed || until?.aborted) leave()
    // Avoids AbortSignal.any, which takes a kilobyte per stream.
    until?.addEventListener('abort', leave)
    try {
      if (request.method !== 'HEAD') count(accountId, reply)
      const events = await openStream(left.signal)
      if (request.method === 'HEAD') return reply.headers(EVENT_HEADERS).send()
      reply.hijack()
      await write(reply, events)
    } catch (error) {
      if (!reply.sent) throw error
      // If the caller left or the service is closing, the stream just ends, to be resumed.
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
  // Sent at once, so that neither a browser nor a proxy waits for the first event.
  raw.write(`${HEARTBEAT}retry: ${RETRY_MS}\n\n`)
  // A client that does not read gets nothing more to keep in memory than what it needs.
  const isBehind = () => raw.writableNeedDrain
  const heartbeat = setInterval(() => {
    if (!isBehind()) raw.write(`${HEARTBEAT}\n`)
  }, HEARTBEAT_MS)
  try {
    for await (const { id, event, data, isOptional } of events) {
      if (isOptional && isBehind()) continue
      const idLine = id === undefined ? '' : `id: ${id}\n`
      raw.write(`${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
}
