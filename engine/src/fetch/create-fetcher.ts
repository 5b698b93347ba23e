import { lookup as lookupName } from 'node:dns/promises'
import {
  createAddressRules,
  createGuardedConnector,
  type Lookup,
} from '@footnote/platform/network/guarded-connector'
import { Agent } from 'undici'
import { untilAborted } from '../until-aborted.ts'
import {
  FetchError,
  type Fetcher,
  followRedirects,
  type Hop,
  parsePageUrl,
  toFetchError,
} from './fetcher.ts'
import { createHostTurns, type HostTurnsOptions, type Turn } from './host-turns.ts'
import { type PageRequest, requestPage } from './request-page.ts'
import { createRobotsGate } from './robots.ts'

export interface FetcherOptions extends HostTurnsOptions {
  /** A contact for site owners, an email or web address, sent in the user agent. */
  readonly contact?: string
  /** Private networks that may be visited, such as `10.1.0.0/16`. */
  readonly allowNetworks?: readonly string[]
  /** The largest decompressed page. */
  readonly maxBytes?: number
  /** Longest silence of a site, before and during its reply. */
  readonly silenceMs?: number
  readonly lookup?: Lookup
}

const MAX_BYTES = 10 * 1024 * 1024
const SILENCE_MS = 10_000
const MAX_HEADER_BYTES = 32 * 1024
const ROBOTS_MAX_BYTES = 500 * 1024
const ROBOTS_TIMEOUT_MS = 8_000
/** The pause for a busy site that names none, and the longest one. */
const REST_MS = 30_000
const MOST_REST_MS = 10 * 60_000

/**
 * Fetches untrusted pages: neither their content nor their redirects can harm this machine or its network,
 * and requests are spaced so that they do not burden the sites.
 */
export function createFetcher({
  contact,
  allowNetworks = [],
  maxBytes = MAX_BYTES,
  silenceMs = SILENCE_MS,
  lookup = hostname => lookupName(hostname, { all: true }),
  ...turnsOptions
}: FetcherOptions = {}): Fetcher {
  const closing = new AbortController()
  const turns = createHostTurns(turnsOptions)
  const agent = new Agent({
    connect: createGuardedConnector(createAddressRules(allowNetworks), { lookup, blocked }),
    maxHeaderSize: MAX_HEADER_BYTES,
    allowH2: false,
  })
  const userAgent = userAgentOf(contact)

  /** Requests a page in its site's turn. The request is built then, because its time starts then. */
  const send = (
    url: URL,
    turn: Turn,
    request: () => Omit<PageRequest, 'userAgent' | 'silenceMs'>,
  ): Promise<Hop> =>
    turns.take(url.hostname, turn, async () => {
      try {
        return await requestPage(agent, url, { ...request(), userAgent, silenceMs })
      } catch (error) {
        if (error instanceof FetchError && error.reason === 'busy') {
          turns.rest(url.hostname, Math.min(error.retryAfterMs ?? REST_MS, MOST_REST_MS))
        }
        throw error
      }
    })
  const robots = createRobotsGate(url =>
    // The page itself follows at once.
    send(url, { signal: closing.signal, gapMs: 0 }, () => ({
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ROBOTS_TIMEOUT_MS)]),
      maxBytes: ROBOTS_MAX_BYTES,
      isCut: true,
    })),
  )

  return {
    async fetch(address, { mayVisit, timeoutMs, signal: own }) {
      const start = parsePageUrl(address)
      const timeout = AbortSignal.timeout(Math.max(0, Math.trunc(timeoutMs)))
      const signal = AbortSignal.any([closing.signal, timeout, ...(own ? [own] : [])])
      const visit = async (url: URL) => {
        if (!mayVisit(url.href)) {
          throw new FetchError('not-allowed', 'is at an address that the request does not allow')
        }
        await robots.check(url, signal)
        return await send(url, { signal }, () => ({ signal, maxBytes, isWanted: isReadableType }))
      }
      try {
        signal.throwIfAborted()
        return await untilAborted(followRedirects(start, visit), signal)
      } catch (error) {
        throw toFetchError(error, signal)
      }
    },
    async close() {
      closing.abort(new FetchError('cancelled', 'is not fetched any more; the engine is stopping'))
      await agent.destroy()
    },
  }
}

function userAgentOf(contact: string | undefined): string {
  const userAgent = contact === undefined ? 'Footnote/0.1' : `Footnote/0.1 (+${contact})`
  if (/^[\x20-\x7e]{1,200}$/.test(userAgent)) return userAgent
  throw new RangeError('The contact must be an address of plain letters, of 180 at most')
}

/** Types that are never read as text, even if they consist of it. */
const OTHER_TYPES =
  /^(?:(?:image|audio|video|font|model)\/|text\/css|(?:text|application)\/(?:x-)?javascript|application\/(?:zip|gzip|x-tar|x-7z|vnd\.rar|wasm|font))/
function isReadableType(contentType: string): boolean {
  return !OTHER_TYPES.test(contentType.toLowerCase())
}

function blocked(): FetchError {
  return new FetchError(
    'blocked-address',
    'is at an address or a port that is not open to the public; the operator can list its network',
  )
}
