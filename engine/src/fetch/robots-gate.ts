import { LRUCache } from 'lru-cache'
import { untilAborted } from '../until-aborted.ts'
import { FetchError, toFetchError } from './fetch-error.ts'
import type { FetchedPage } from './fetcher.ts'
import { followRedirects, type Hop } from './follow-redirects.ts'
import { type RobotsRules, readRobots } from './read-robots.ts'

export interface RobotsGate {
  /** Rejects if the site disallows the page; resolves to the pause that it asks for. */
  check(url: URL, signal: AbortSignal): Promise<{ readonly crawlDelayMs: number }>
}

const MOST_SITES = 2_000
const RULES_LAST_MS = 3_600_000
/** A failed request for robots.txt is repeated after this. */
const FAULT_LASTS_MS = 60_000
const MOST_CRAWL_DELAY_MS = 10_000
const EVERYTHING: RobotsRules = { isAllowed: () => true, crawlDelayMs: 0 }

type Answer = { readonly rules: RobotsRules } | { readonly fault: FetchError }

/**
 * Asks each site once an hour what it lets programs read (RFC 9309). The answer serves all callers, so a
 * caller that leaves does not cancel the request.
 */
export function createRobotsGate(visit: (url: URL) => Promise<Hop<FetchedPage>>): RobotsGate {
  const answers = new LRUCache<string, Promise<Answer>>({ max: MOST_SITES, ttl: RULES_LAST_MS })

  function ask(origin: string): Promise<Answer> {
    const known = answers.get(origin)
    if (known) return known
    const asked = askSite(new URL('/robots.txt', origin), visit).then(answer => {
      if ('rules' in answer) return answer
      // The host's turns keep the pause for a busy site.
      if (answer.fault.reason === 'busy') answers.delete(origin)
      else answers.set(origin, asked, { ttl: FAULT_LASTS_MS })
      return answer
    })
    answers.set(origin, asked)
    return asked
  }

  return {
    async check(url, signal) {
      const answer = await untilAborted(ask(url.origin), signal)
      if ('fault' in answer) throw answer.fault
      const { isAllowed, crawlDelayMs } = answer.rules
      const verdict = isAllowed(url)
      // A robots.txt that cannot be checked may disallow the page.
      if (verdict === undefined) {
        throw new FetchError('robots', 'is on a site whose robots.txt takes too long to check')
      }
      if (!verdict) {
        throw new FetchError('robots', 'is closed to programs by the robots.txt of its site')
      }
      if (crawlDelayMs > MOST_CRAWL_DELAY_MS) {
        const seconds = Math.round(crawlDelayMs / 1000)
        throw new FetchError('robots', `is on a site that wants ${seconds} s between two pages`)
      }
      return { crawlDelayMs }
    },
  }
}

async function askSite(url: URL, visit: (url: URL) => Promise<Hop<FetchedPage>>): Promise<Answer> {
  try {
    const { found } = await followRedirects(url, visit)
    return { rules: readRobots(new TextDecoder().decode(found.bytes)) }
  } catch (error) {
    const fault = toFetchError(error)
    return faultMeansNoRules(fault) ? { rules: EVERYTHING } : { fault: asRobotsFault(fault) }
  }
}

/** A site that replies without a robots.txt has no rules; one that cannot be reached may have any. */
function faultMeansNoRules({ reason, status = 0 }: FetchError): boolean {
  if (reason === 'too-many-redirects' || reason === 'bad-address') return true
  return reason === 'status' && status < 500
}

function asRobotsFault(fault: FetchError): FetchError {
  if (fault.reason !== 'status') return fault
  return new FetchError('robots', 'is on a site that cannot say whether programs may read it', {
    cause: fault,
  })
}
