import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { EventsReader } from './call-events.ts'
import type { Turn } from './time-budget.ts'
import { UpstreamError } from './upstream-error.ts'

export interface WholeReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export function isEvents(headers: IncomingHttpHeaders): boolean {
  return String(headers['content-type'] ?? '').startsWith('text/event-stream')
}

/** A reply that is larger than it may be. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/**
 * Sends a request and gathers its reply; one that comes as events goes to their reader instead. It uses the dispatcher's callbacks, since the stream that
 * undici's `request` makes for each body is a good part of the work of a call.
 */
export function exchangeWhole(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  {
    turn,
    mostBytes,
    events,
  }: { turn: Turn; mostBytes: number; events?: Pick<EventsReader, 'feed'> },
): Promise<WholeReply> {
  const { signal, endsAt, isOurs = () => true } = turn
  const { promise, resolve, reject } = Promise.withResolvers<WholeReply>()
  const chunks: Buffer[] = []
  let bytes = 0
  let status = 0
  let headers: IncomingHttpHeaders = {}
  let controller: Dispatcher.DispatchController | undefined

  function abort(): void {
    controller?.abort(signal.reason)
    reject(signal.reason)
  }

  signal.addEventListener('abort', abort)
  dispatcher.dispatch(options, {
    onRequestStart(started) {
      controller = started
      // It may have waited for a connection until its time was up: then it is never sent. The clock is
      // asked too, since a process that was paused gets here before its timers fire.
      if (signal.aborted) started.abort(signal.reason)
      else if (performance.now() >= endsAt || !isOurs())
        started.abort(new UpstreamError('not_sent'))
    },
    onResponseStart(_controller, statusCode, responseHeaders) {
      status = statusCode
      headers = responseHeaders
    },
    onResponseData(receiving, chunk) {
      bytes += chunk.length
      if (bytes > mostBytes) receiving.abort(new TooLargeError())
      else if (events && isEvents(headers)) events.feed(chunk)
      else chunks.push(chunk)
    },
    onResponseEnd() {
      signal.removeEventListener('abort', abort)
      resolve({ status, headers, body: Buffer.concat(chunks) })
    },
    onResponseError(_controller, error) {
      signal.removeEventListener('abort', abort)
      reject(error)
    },
  })
  return promise
}
