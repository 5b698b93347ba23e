import { sitePaths } from '@footnote/contract/site/paths'
import type { CallEvents } from '@footnote/contract/site/responses'
import { followEvents, type StreamListener } from './follow-events.ts'

export interface CallListener extends StreamListener {
  readonly onResult: (result: CallEvents['result']) => void
  readonly onFailure: (failure: CallEvents['failure']) => void
}

/** Waits for a call to end, however long that takes. Returns a function that stops waiting. */
export function followCall(requestId: string, listener: CallListener): () => void {
  const url = sitePaths.follow_call.path.replace('{request_id}', encodeURIComponent(requestId))
  const handlers = {
    result: (data: unknown) => end(() => listener.onResult(data as CallEvents['result'])),
    failure: (data: unknown) => end(() => listener.onFailure(data as CallEvents['failure'])),
  }
  const stop = followEvents(url, handlers, listener)
  // The stream closes after its one event, and the browser would reconnect.
  function end(report: () => void): void {
    stop()
    report()
  }
  return stop
}
