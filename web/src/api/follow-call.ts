import { sitePaths } from '@footnote/contract/site/paths'
import type { CallEvents } from '@footnote/contract/site/responses'
import { followEvents, type StreamListener } from './follow-events.ts'

export interface CallListener extends StreamListener {
  readonly onResult: (result: CallEvents['result']) => void
  readonly onFailure: (failure: CallEvents['failure']) => void
}

/** Waits for the end of a call, however long it takes; gives what stops the waiting. */
export function followCall(requestId: string, listener: CallListener): () => void {
  const url = sitePaths.follow_call.path.replace('{request_id}', encodeURIComponent(requestId))
  const handlers = {
    result: (data: unknown) => end(() => listener.onResult(data as CallEvents['result'])),
    failure: (data: unknown) => end(() => listener.onFailure(data as CallEvents['failure'])),
  }
  const stop = followEvents(url, handlers, listener)
  // The stream ends after its one event, and the browser would ask for it once more.
  function end(tell: () => void): void {
    stop()
    tell()
  }
  return stop
}
