import type { ErrorResponse, SubmissionResponse } from '@footnote/contract/responses'
import { runName, sitePaths } from '@footnote/contract/site/paths'
import type { Tool } from '@footnote/contract/tools'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { type CallListener, followCall, hearCall } from './follow-call.ts'
import { accountHeader } from './shown-account.ts'
import { type SiteError, toSiteError, unreachable } from './site-error.ts'

interface RunListener extends CallListener {
  /** Called when the call was not started, or when that cannot be known. */
  readonly onRefusal: (error: SiteError) => void
}

/**
 * Starts a call and waits for its end on the same response, so that no other process has to know of
 * it. If that breaks after the call was started, it follows the call by its id. The returned
 * function stops waiting; the call itself continues.
 */
export function runCall(
  { tool, body }: { tool: Tool; body: object },
  listener: RunListener,
): () => void {
  const stopped = new AbortController()
  let requestId: string | undefined
  let hasEnded = false
  let stopFollowing = () => {}
  const heard = {
    ...listener,
    onStarted: (id: string) => {
      requestId = id
      listener.onStarted(id)
    },
  }

  async function run(): Promise<void> {
    const response = await fetch(sitePaths[runName(tool)].path, {
      method: 'POST',
      headers: { ...accountHeader(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: stopped.signal,
    })
    if (response.status === 200) {
      return readEvents(response, ({ event, data }) => {
        hasEnded ||= hearCall({ event, data: JSON.parse(data) }, heard)
      })
    }
    const content = await response.json()
    hasEnded = true
    if (response.ok) listener.onResult({ status: 202, body: content as SubmissionResponse })
    else if ('required_usd' in content) listener.onFailure(content as ErrorResponse)
    else listener.onRefusal(toSiteError(content))
  }

  function goOn(): void {
    if (hasEnded || stopped.signal.aborted) return
    if (requestId === undefined) {
      listener.onRefusal(unreachable())
      return
    }
    listener.onConnection(false)
    stopFollowing = followCall(requestId, listener)
  }

  run().then(goOn, goOn)
  return () => {
    stopped.abort()
    stopFollowing()
  }
}

async function readEvents(
  { body }: Response,
  hear: (message: EventSourceMessage) => void,
): Promise<void> {
  const events = body
    ?.pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  for (let read = await events?.read(); read?.value; read = await events?.read()) hear(read.value)
}
