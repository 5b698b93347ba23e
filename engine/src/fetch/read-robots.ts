export interface RobotsRules {
  /** Returns undefined if checking the address would take more than `MOST_STEPS`. */
  isAllowed(url: URL): boolean | undefined
  /** The pause that the site asks for between two pages. */
  readonly crawlDelayMs: number
}

interface Rule {
  readonly pattern: string
  readonly isAllowed: boolean
}

interface Group {
  readonly rules: Rule[]
  crawlDelayMs: number
}

/** The product in our user agent, by which rules address us. */
const PRODUCT = 'footnote'
const DIRECTIVE = /^\s*(user-agent|allow|disallow|crawl-delay)\s*:\s*([^#]*)/i
/**
 * Limits the characters compared for one address to a few milliseconds of work. It equals the size
 * limit of a robots.txt: rules without wildcards never need more steps than they have characters.
 */
const MOST_STEPS = 500 * 1024

/** Parses the RFC 9309 rules for our product, or else for all robots; other rules are dropped. */
export function readRobots(text: string): RobotsRules {
  const groups = readGroups(text)
  const { rules, crawlDelayMs } = groups.get(PRODUCT) ?? groups.get('*') ?? newGroup()
  return {
    isAllowed: ({ pathname, search }) => judge(rules, toPath(pathname + search)),
    crawlDelayMs,
  }
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

function readGroups(text: string): Map<string, Group> {
  const groups = new Map<string, Group>()
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
      const group = groups.get(robot) ?? newGroup()
      groups.set(robot, group)
      if (name !== 'crawl-delay') addRule(group, value, name === 'allow')
      else if (Number(value) >= 0) group.crawlDelayMs = Number(value) * 1000
    }
  }
  return groups
}

function addRule({ rules }: Group, value: string, isAllowed: boolean): void {
  if (value !== '') rules.push({ pattern: toPattern(value), isAllowed })
}

function newGroup(): Group {
  return { rules: [], crawlDelayMs: 0 }
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
