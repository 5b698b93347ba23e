import { normaliseDomain } from '@footnote/contract/domain'
import { isFreshness } from '@footnote/contract/freshness'
import type { SourceControls } from '../research.ts'
import type { SourcePolicy } from './source-policy.ts'

const BOOST = 2
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 366 }
const DAY_MS = 86_400_000
/** Country domains that are used worldwide and say nothing about a page's country. */
const WORLDWIDE = new Set(
  (
    'ac ad ag ai am as bz cc cd cf co cx dj fm ga gg gl gq im io la ly me ml ms nu pw sc sh so sr ' +
    'st sx tk to tv vc vg ws'
  ).split(' '),
)
/** Top-level domains that differ from the ISO code of their country. */
const RENAMED: Readonly<Record<string, string | undefined>> = { uk: 'GB', eu: undefined, su: 'RU' }

/** Compiles a caller's source controls into tests of documents; `docs/decisions` gives the reasons. */
export function compilePolicy(controls: SourceControls, { now }: { now: Date }): SourcePolicy {
  const includeDomains = domains(controls.include_domains)
  const excludeDomains = domains(controls.exclude_domains)
  const boostDomains = domains(controls.boost_domains)
  const window = controls.freshness ? freshnessWindow(controls.freshness, { now }) : undefined
  const country = controls.country?.toUpperCase()
  const language = controls.language?.toLowerCase()
  const safesearch = controls.safesearch ?? 'moderate'
  return {
    includeDomains,
    excludeDomains,
    boostDomains,
    ...window,
    ...(country && { country }),
    ...(language && { language }),
    safesearch,
    admits(document) {
      const host = hostOf(document.url)
      if (includeDomains.length > 0 && !isWithin(host, includeDomains)) return false
      if (isWithin(host, excludeDomains)) return false
      if (window && !isBetween(document.publishedOn, window.publishedFrom, window.publishedTo)) {
        return false
      }
      if (country) {
        const countries = publishedIn(document)
        if (countries.length > 0 && !countries.includes(country)) return false
      }
      if (language && document.language && !isInLanguage(document.language, language)) return false
      return !isHeldBack(document.rating, safesearch)
    },
    boost: url => (isWithin(hostOf(url), boostDomains) ? BOOST : 1),
  }
}

/** An invalid domain stays in the list, where it matches nothing: an empty list would allow all. */
function domains(names: readonly string[] = []): string[] {
  return [...new Set(names.map(name => normaliseDomain(name) ?? name.toLowerCase()))]
}

function isWithin(host: string, names: readonly string[]): boolean {
  return names.some(name => isWithinDomain(host, name))
}

function isBetween(date: string | undefined, from: string, to: string): boolean {
  return date !== undefined && date >= from && date <= to
}

function isHeldBack(
  rating: 'mature' | 'adult' | undefined,
  safesearch: SourcePolicy['safesearch'],
): boolean {
  if (safesearch === 'off') return false
  return rating === 'adult' || (rating === 'mature' && safesearch === 'strict')
}

interface FreshnessWindow {
  readonly publishedFrom: string
  readonly publishedTo: string
}

/** Returns the days that `freshness` allows, both ends included. */
function freshnessWindow(freshness: string, { now }: { now: Date }): FreshnessWindow {
  if (!isFreshness(freshness)) {
    throw new RangeError('freshness must be day, week, month, year or YYYY-MM-DDtoYYYY-MM-DD')
  }
  const days = DAYS[freshness]
  if (days === undefined) {
    const [publishedFrom = '', publishedTo = ''] = freshness.split('to')
    return { publishedFrom, publishedTo }
  }
  // The next day has begun in the east.
  return { publishedFrom: dateAfter(now, -days), publishedTo: dateAfter(now, 1) }
}

function dateAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the host of a URL without a trailing dot, or an empty string. */
export function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/\.$/, '') ?? ''
}

/** Returns whether a text in one language matches a request for another, as `en-gb` matches `en`. */
function isInLanguage(known: string, wanted: string): boolean {
  const [one, other] = [read(known), read(wanted)]
  // An invalid tag counts as no tag.
  if (!one || !other) return true
  if (one.language !== other.language) return false
  return one.script === undefined || other.script === undefined || one.script === other.script
}

function read(tag: string): { language: string; script?: string | undefined } | undefined {
  try {
    const locale = new Intl.Locale(tag)
    // Most pages tagged as Norwegian are in Bokmål.
    const language = locale.language === 'no' ? 'nb' : locale.language
    if (language !== 'zh') return { language }
    // Chinese has two scripts; a region implies one, the bare tag does not.
    const script = locale.script ?? (locale.region && locale.maximize().script)
    return { language, script }
  } catch {
    return undefined
  }
}

/** Returns whether a host is the domain or below it; the domain may be a suffix such as `gov`. */
export function isWithinDomain(host: string, domain: string): boolean {
  return host !== '' && (host === domain || host.endsWith(`.${domain}`))
}

/** Returns the countries of a document: as tagged, or by its national domain. */
export function publishedIn(document: {
  readonly url: string
  readonly countries?: readonly string[]
}): readonly string[] {
  if (document.countries && document.countries.length > 0) return document.countries
  const ending = hostOf(document.url).split('.').at(-1) ?? ''
  if (!/^[a-z]{2}$/.test(ending) || WORLDWIDE.has(ending)) return []
  const country = ending in RENAMED ? RENAMED[ending] : ending.toUpperCase()
  return country === undefined ? [] : [country]
}
