import { COUNTRY_CODES, LANGUAGE_CODES } from '@footnote/contract/codes'
import { isJsonObject } from '@footnote/contract/json-object'
import { createServiceCaller } from '../outside/service-caller.ts'
import { createListing, listAt } from './results.ts'
import {
  freshnessRange,
  queryLanguage,
  queryWithSites,
  type SearchService,
  type WebQuery,
} from './search-service.ts'

const NAME = 'Brave'
const MOST_CHARACTERS = 400
const MOST_WORDS = 50
const MOST_RESULTS = 20

/** Brave's search API. */
export function createBrave({
  url,
  apiKey,
  now = () => new Date(),
}: {
  readonly url: string
  readonly apiKey: string
  readonly now?: () => Date
}): SearchService {
  const headers = { 'x-subscription-token': apiKey }
  return createListing({
    name: 'brave',
    label: NAME,
    caller: createServiceCaller({ name: NAME, baseUrl: url, headers }),
    path: '/res/v1/web/search',
    ask(query) {
      const { text, policy, limit } = query
      return {
        query: {
          q: queryWithSites(text, { policy, maxCharacters: MOST_CHARACTERS, maxWords: MOST_WORDS }),
          count: Math.min(Math.max(limit, 1), MOST_RESULTS),
          country: COUNTRY_CODES.has(policy.country ?? '') ? policy.country : 'ALL',
          search_lang: languageCode(query),
          safesearch: policy.safesearch,
          freshness: freshnessRange(policy, now()),
          result_filter: 'web',
          text_decorations: 'false',
        },
      }
    },
    entriesOf(reply) {
      // A reply without results has no list, but repeats the query.
      const isEmpty = isJsonObject(reply) && isJsonObject(reply['query']) && !('web' in reply)
      return listAt(reply, 'web', 'results') ?? (isEmpty ? [] : undefined)
    },
    read: ({ url, title, description, page_age, age }) => ({
      url,
      title,
      snippet: description,
      dates: [page_age, age],
    }),
  })
}

/** Brave has its own code for Japanese, and none for Greek. */
function languageCode(query: WebQuery): string | undefined {
  const tag = queryLanguage(query)
  if (tag === undefined || tag === 'el') return undefined
  if (tag === 'ja') return 'jp'
  return LANGUAGE_CODES.has(tag.toUpperCase()) ? tag : undefined
}
