import robotsParser from 'robots-parser'

export interface RobotsRules {
  isAllowed(url: string): boolean
  /** How long a site wants to be left alone between two pages. */
  readonly crawlDelayMs: number
}

/** Who the rules are asked about: the product that the user agent names. */
const PRODUCT = 'footnote'
/** Its types take it for an ES module, which it is not. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default
const DIRECTIVE = /^\s*(user-agent|allow|disallow|crawl-delay)\s*:\s*([^#]*)/i
/** Matching takes time by the length of such rules and of the address; none needs as many. */
const MOST_PATTERN_CHARACTERS = 100_000

/** Undefined for rules that would take too long to be held against an address. */
export function readRobots(url: string, text: string): RobotsRules | undefined {
  const lines = ownLines(text)
  const patterns = lines.filter(line => line.includes('*') && !line.startsWith('user-agent'))
  if (patterns.join('').length > MOST_PATTERN_CHARACTERS) return undefined
  const robots = parseRobots(url, lines.join('\n'))
  return {
    isAllowed: page => robots.isAllowed(page, PRODUCT) ?? false,
    crawlDelayMs: Math.max(0, robots.getCrawlDelay(PRODUCT) ?? 0) * 1000,
  }
}

/**
 * The lines that matter, with all other robots under one name. The parser keeps a copy of each rule for
 * each robot of its group, which a file of half a megabyte can drive to hundreds of millions.
 */
function ownLines(text: string): string[] {
  const lines: string[] = []
  let group = new Set<string>()
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = DIRECTIVE.exec(line) ?? []
    if (name === '') continue
    if (name.toLowerCase() !== 'user-agent') {
      group = new Set()
      lines.push(`${name.toLowerCase()}: ${value.trim()}`)
      continue
    }
    const robot = value.split('/')[0]?.trim().toLowerCase() ?? ''
    const known = robot === PRODUCT || robot === '*' ? robot : 'another'
    if (!group.has(known)) lines.push(`user-agent: ${known}`)
    group.add(known)
  }
  return lines
}
