import { COUNTRY_CODES, LANGUAGE_CODES } from '@footnote/contract/codes'
import { isJsonObject } from '@footnote/contract/json-object'
import { createServiceCaller } from '../outside/service-caller.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { createListing, listAt } from './results.ts'
import { cutQuery, freshnessRange, queryLanguage, type SearchService } from './search-service.ts'

const NAME = 'You.com'
const MOST_CHARACTERS = 400
const MOST_RESULTS = 50
const MOST_DOMAINS = 500

/** You.com's search API. */
export function createYou({
  url,
  apiKey,
  now = () => new Date(),
}: {
  readonly url: string
  readonly apiKey: string
  readonly now?: () => Date
}): SearchService {
  const headers = { 'x-api-key': apiKey }
  return createListing({
    name: 'you',
    label: NAME,
    caller: createServiceCaller({ name: NAME, baseUrl: url, headers }),
    path: '/v1/search',
    ask(query) {
      const { text, policy, limit } = query
      const language = queryLanguage(query)?.toUpperCase() ?? ''
      const freshness = freshnessRange(policy, now())
      return {
        // Lists of domains are too long for an address, and the GET version is frozen.
        method: 'POST',
        body: {
          query: cutQuery(text, { maxCharacters: MOST_CHARACTERS }),
          count: Math.min(Math.max(limit, 1), MOST_RESULTS),
          safesearch: policy.safesearch,
          ...(freshness && { freshness }),
          ...(COUNTRY_CODES.has(policy.country ?? '') && { country: policy.country }),
          ...(LANGUAGE_CODES.has(language) && { language }),
          ...domainLists(policy),
        },
      }
    },
    entriesOf(reply) {
      const results = isJsonObject(reply) ? reply['results'] : undefined
      if (!isJsonObject(results)) return undefined
      return [...(listAt(results, 'web') ?? []), ...(listAt(results, 'news') ?? [])]
    },
    read: ({ url, title, description, snippets, page_age }) => ({
      url,
      title,
      snippet: description || (Array.isArray(snippets) ? snippets[0] : undefined),
      dates: [page_age],
    }),
  })
}

/** The API takes either included domains, or excluded and preferred ones. */
function domainLists({ includeDomains, excludeDomains, boostDomains }: SourcePolicy) {
  if (includeDomains.length > 0) {
    return { include_domains: includeDomains.slice(0, MOST_DOMAINS) }
  }
  return {
    ...(excludeDomains.length > 0 && { exclude_domains: excludeDomains.slice(0, MOST_DOMAINS) }),
    ...(boostDomains.length > 0 && { boost_domains: boostDomains.slice(0, MOST_DOMAINS) }),
  }
}
