import { normaliseDomain } from '@footnote/contract/domain'
import type { SourceControls } from '../research.ts'
import { freshnessWindow } from './freshness-window.ts'
import { hostOf } from './host-of.ts'
import { isInLanguage } from './is-in-language.ts'
import { isWithinDomain } from './is-within-domain.ts'
import { publishedIn } from './published-in.ts'
import type { SourcePolicy } from './source-policy.ts'

const BOOST = 2

/** What a caller's source controls mean for a document; `docs/decisions` gives the reasons. */
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

/** A name that is no domain stays in the list, where it matches nothing: it must not open it. */
function domains(names: readonly string[] = []): string[] {
  return names.map(name => normaliseDomain(name) ?? name.toLowerCase())
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
