import type { SubmissionResponse } from '@footnote/contract/responses'
import { sitePaths } from '@footnote/contract/site/paths'
import type { CallEvents } from '@footnote/contract/site/responses'
import { followEvents, type StreamListener } from './follow-events.ts'

export type CallResult =
  | { readonly status: 200; readonly body: CallEvents['result'] }
  | { readonly status: 202; readonly body: SubmissionResponse }

export interface CallListener extends StreamListener {
  /** Called first, and again if the events start over. */
  readonly onStarted: (requestId: string) => void
  readonly onProgress: (progress: CallEvents['progress']) => void
  readonly onQuery: (query: string) => void
  readonly onSource: (source: CallEvents['source']) => void
  readonly onResult: (result: CallResult) => void
  readonly onFailure: (failure: CallEvents['error']) => void
}

/** Waits for a call to end, however long that takes. Returns a function that stops waiting. */
export function followCall(requestId: string, listener: CallListener): () => void {
  const url = sitePaths.follow_call.path.replace('{request_id}', encodeURIComponent(requestId))
  const names = ['started', 'progress', 'query', 'source', 'result', 'error'] as const
  const handlers = Object.fromEntries(
    names.map(event => [
      event,
      (data: unknown) => {
        // The stream closes after its last event, and the browser would reconnect.
        if (event === 'result' || event === 'error') stop()
        hearCall({ event, data }, listener)
      },
    ]),
  )
  const stop = followEvents(url, handlers, listener)
  return stop
}

/** Passes an event on to the listener. Returns whether it was the last one. */
export function hearCall(
  { event, data }: { event: string | undefined; data: unknown },
  listener: CallListener,
): boolean {
  switch (event) {
    case 'started':
      listener.onStarted((data as CallEvents['started']).request_id)
      return false
    case 'progress':
      listener.onProgress(data as CallEvents['progress'])
      return false
    case 'query':
      listener.onQuery((data as CallEvents['query']).query)
      return false
    case 'source':
      listener.onSource(data as CallEvents['source'])
      return false
    case 'result':
      listener.onResult({ status: 200, body: data as CallEvents['result'] })
      return true
    case 'error':
      listener.onFailure(data as CallEvents['error'])
      return true
    default:
      return false
  }
}
