import { LRUCache } from 'lru-cache'
import { untilAborted } from '../until-aborted.ts'
import { FetchError, followRedirects, type Hop, toFetchError } from './fetcher.ts'

const MOST_SITES = 2_000
const RULES_LAST_MS = 3_600_000
/** A failed request for robots.txt is repeated after this. */
const FAULT_LASTS_MS = 60_000

type Answer = { readonly rules: RobotsRules } | { readonly fault: FetchError }

/**
 * Asks each site once an hour what it lets programs read (RFC 9309). The answer serves all callers, so a
 * caller that leaves does not cancel the request.
 */
export function createRobotsGate(visit: (url: URL) => Promise<Hop>) {
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
    /** Rejects if the site disallows the page. */
    async check(url: URL, signal: AbortSignal): Promise<void> {
      const answer = await untilAborted(ask(url.origin), signal)
      if ('fault' in answer) throw answer.fault
      const verdict = answer.rules(url)
      // A robots.txt that cannot be checked may disallow the page.
      if (verdict === undefined) {
        throw new FetchError('robots', 'is on a site whose robots.txt takes too long to check')
      }
      if (!verdict) {
        throw new FetchError('robots', 'is closed to programs by the robots.txt of its site')
      }
    },
  }
}

async function askSite(url: URL, visit: (url: URL) => Promise<Hop>): Promise<Answer> {
  try {
    const { bytes } = await followRedirects(url, visit)
    return { rules: readRobots(new TextDecoder().decode(bytes)) }
  } catch (error) {
    const fault = toFetchError(error)
    const { reason, status = 0 } = fault
    // A site that replies without a robots.txt has no rules; one that cannot be reached may have any.
    const isWithout = reason === 'too-many-redirects' || reason === 'bad-address'
    if (isWithout || (reason === 'status' && status < 500)) return { rules: () => true }
    if (reason !== 'status') return { fault }
    const message = 'is on a site that cannot say whether programs may read it'
    return { fault: new FetchError('robots', message, { cause: fault }) }
  }
}

/** Returns whether a page is allowed; undefined if checking it would take more than `MOST_STEPS`. */
export type RobotsRules = (url: URL) => boolean | undefined

interface Rule {
  readonly pattern: string
  readonly isAllowed: boolean
}

/** The product in our user agent, by which rules address us. */
const PRODUCT = 'footnote'
const DIRECTIVE = /^\s*(user-agent|allow|disallow)\s*:\s*([^#]*)/i
/**
 * Limits the characters compared for one address to a few milliseconds of work. It equals the size
 * limit of a robots.txt: rules without wildcards never need more steps than they have characters.
 */
const MOST_STEPS = 500 * 1024

/** Parses the RFC 9309 rules for our product, or else for all robots; other rules are dropped. */
export function readRobots(text: string): RobotsRules {
  const groups = readGroups(text)
  const rules = groups.get(PRODUCT) ?? groups.get('*') ?? []
  return ({ pathname, search }) => judge(rules, toPath(pathname + search))
}

/** The longest matching pattern wins; at equal length, the one that allows. */
function judge(rules: readonly Rule[], path: string): boolean | undefined {
  let left = MOST_STEPS
  let best: Rule | undefined
  for (const rule of rules) {
    const isBetter =
      !best ||
      rule.pattern.length > best.pattern.length ||
      (rule.pattern.length === best.pattern.length && rule.isAllowed)
    if (!isBetter) continue
    const { isMatch, steps } = matchRobotsPattern(rule.pattern, path, left)
    left -= steps
    if (left <= 0) return undefined
    if (isMatch) best = rule
  }
  return best?.isAllowed ?? true
}

function readGroups(text: string): Map<string, Rule[]> {
  const groups = new Map<string, Rule[]>()
  const robots = new Set<string>()
  let isNaming = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, directive = '', written = ''] = DIRECTIVE.exec(line) ?? []
    if (directive === '') continue
    const name = directive.toLowerCase()
    const value = written.trim()
    if (name === 'user-agent') {
      if (!isNaming) robots.clear()
      const robot = value.split('/')[0]?.trim().toLowerCase() ?? ''
      if (robot === PRODUCT || robot === '*') robots.add(robot)
    }
    isNaming = name === 'user-agent'
    if (isNaming) continue
    for (const robot of robots) {
      const group = groups.get(robot) ?? []
      groups.set(robot, group)
      if (value !== '') group.push({ pattern: toPattern(value), isAllowed: name === 'allow' })
    }
  }
  return groups
}

/** Encodes `*` and `$` in a path, because both are special in a pattern. */
function toPath(written: string): string {
  return normalise(written).replaceAll('*', '%2A').replaceAll('$', '%24')
}

function toPattern(written: string): string {
  return normalise(written).replace(/\$(?!$)/g, '%24')
}

/**
 * Normalises percent-encoding, as RFC 9309 2.2.2 asks: unreserved characters are decoded, other codes are in
 * upper case. `'` is encoded, because the URL parser encodes it in queries.
 */
function normalise(written: string): string {
  if (/^[\w/.~$*?=&+,;:@!()-]*$/.test(written)) return written
  return encodeURI(written.toWellFormed())
    .replaceAll('%25', '%')
    .replace(/%[\da-f]{2}/gi, code => {
      const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : code.toUpperCase()
    })
    .replaceAll("'", '%27')
}

/**
 * Returns whether a robots.txt pattern matches the start of a path: `*` matches anything, a final `$` the end.
 * It backtracks only to the last `*`, so it takes at most pattern × path steps. After `most` steps it
 * gives up.
 */
export function matchRobotsPattern(
  pattern: string,
  path: string,
  most: number,
): { readonly isMatch: boolean; readonly steps: number } {
  const isAnchored = pattern.endsWith('$')
  const end = isAnchored ? pattern.length - 1 : pattern.length
  let [at, steps] = [0, 0]
  let [star, resumeAt] = [-1, 0]
  for (let next = 0; steps < most; steps += 1) {
    if (next === end && (!isAnchored || at === path.length)) return { isMatch: true, steps }
    if (next < end && pattern[next] === '*') {
      star = next
      resumeAt = at
      next += 1
    } else if (next < end && at < path.length && pattern[next] === path[at]) {
      next += 1
      at += 1
    } else if (star !== -1 && at < path.length) {
      resumeAt += 1
      at = resumeAt
      next = star + 1
    } else return { isMatch: false, steps: steps + 1 }
  }
  return { isMatch: false, steps }
}
