import { sitePaths } from '@footnote/contract/site/paths'
import { type OpenEvents, openEvents } from './open-events.ts'

export type RunName = 'run_answer' | 'run_research' | 'run_finance_research'

/** Starts a call as a page does and waits for the event that it is charged and runs. */
export async function runFromPage(
  url: string,
  name: RunName,
  { cookie, body }: { cookie: string; body: object },
): Promise<{ requestId: string; events: OpenEvents }> {
  const events = await openEvents(`${url}${sitePaths[name].path}`, { cookie, body })
  const requestId = events.response.headers.get('x-request-id') ?? ''
  const first = await events.next()
  const isStarted = first?.event === 'started' && JSON.stringify(first.data).includes(requestId)
  if (!isStarted) throw new Error(`not started: ${events.response.status} ${events.text()}`)
  return { requestId, events }
}

/** Opens the stream of a call again, as a page does whose connection broke. */
export function followFromPage(
  url: string,
  { cookie, requestId }: { cookie: string; requestId: string },
): Promise<OpenEvents> {
  const path = sitePaths.follow_call.path.replace('{request_id}', requestId)
  return openEvents(`${url}${path}`, { cookie })
}
