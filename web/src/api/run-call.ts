import { runName, sitePaths } from '@footnote/contract/site/paths'
import type { CallEvents } from '@footnote/contract/site/responses'
import type { Tool } from '@footnote/contract/tools'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'
import { type CallListener, followCall } from './follow-call.ts'
import { type SiteError, toSiteError, unreachable } from './site-error.ts'

interface RunListener extends CallListener {
  readonly onTaken: (requestId: string) => void
  /** Called when the call was not started, or when that cannot be known. */
  readonly onRefusal: (error: SiteError) => void
}

/**
 * Starts a call and waits for its end on the same response, so that no other process has to know of
 * it. If that breaks after the call was accepted, it follows the call by its id. The returned
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

  function hear({ event, data }: EventSourceMessage): void {
    const content: unknown = JSON.parse(data)
    if (event === 'taken') {
      requestId = (content as CallEvents['taken']).request_id
      listener.onTaken(requestId)
    }
    if (event !== 'result' && event !== 'failure') return
    hasEnded = true
    if (event === 'result') listener.onResult(content as CallEvents['result'])
    else listener.onFailure(content as CallEvents['failure'])
  }

  async function run(): Promise<void> {
    const response = await fetch(sitePaths[runName(tool)].path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: stopped.signal,
    })
    if (response.ok) return readEvents(response, hear)
    const refusal = toSiteError(await response.json())
    hasEnded = true
    listener.onRefusal(refusal)
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
