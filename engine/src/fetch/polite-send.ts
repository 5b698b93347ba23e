import type { Dispatcher } from 'undici'
import { FetchError } from './fetch-error.ts'
import type { HostTurns, Turn } from './host-turns.ts'
import { type PageReply, type PageRequest, requestPage } from './request-page.ts'

type Always = 'userAgent' | 'silenceMs'

/** Asks for a page when its site's turn has come: the request is made then, as its time begins then. */
export type PoliteSend = (
  url: URL,
  turn: Turn,
  request: () => Omit<PageRequest, Always>,
) => Promise<PageReply>

/** Where a busy site does not say for how long it wants to be left alone, and the most it gets. */
const REST_MS = 30_000
const MOST_REST_MS = 10 * 60_000

export function createPoliteSend(
  dispatcher: Dispatcher,
  turns: HostTurns,
  always: Pick<PageRequest, Always>,
): PoliteSend {
  return (url, turn, request) =>
    turns.take(url.hostname, turn, async () => {
      try {
        return await requestPage(dispatcher, url, { ...request(), ...always })
      } catch (error) {
        if (error instanceof FetchError && error.reason === 'busy') {
          turns.rest(url.hostname, Math.min(error.retryAfterMs ?? REST_MS, MOST_REST_MS))
        }
        throw error
      }
    })
}
