import { COUNTRY_CODES, LANGUAGE_CODES } from '@footnote/contract/codes'
import { isJsonObject } from '@footnote/contract/json-object'
import { createServiceCaller } from '../outside/create-service-caller.ts'
import { ServiceError } from '../outside/service-caller.ts'
import { freshnessRange, queryLanguage, queryWithSites } from './build-query.ts'
import { listAt, readResults } from './read-results.ts'
import { SEARCH_TIMEOUT_MS, type SearchService, type WebQuery } from './search-service.ts'

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
  const caller = createServiceCaller({
    name: NAME,
    baseUrl: url,
    headers: { 'x-subscription-token': apiKey },
  })
  return {
    name: 'brave',
    async search(query, { signal, timeoutMs = SEARCH_TIMEOUT_MS }) {
      const { text, policy, limit } = query
      const reply = await caller.json('/res/v1/web/search', {
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
        timeoutMs,
        signal,
      })
      return readResults(entriesOf(reply), {
        limit,
        read: ({ url, title, description, page_age, age }) => ({
          url,
          title,
          snippet: description,
          dates: [page_age, age],
        }),
      })
    },
    close: caller.close,
  }
}

/** Brave has its own code for Japanese, and none for Greek. */
function languageCode(query: WebQuery): string | undefined {
  const tag = queryLanguage(query)
  if (tag === undefined || tag === 'el') return undefined
  if (tag === 'ja') return 'jp'
  return LANGUAGE_CODES.has(tag.toUpperCase()) ? tag : undefined
}

/** A reply without results has no list, but repeats the query. */
function entriesOf(reply: unknown): readonly unknown[] {
  const entries = listAt(reply, 'web', 'results')
  if (entries) return entries
  if (isJsonObject(reply) && isJsonObject(reply['query']) && reply['web'] === undefined) return []
  throw new ServiceError(NAME, `${NAME} sent no listing; check its address`)
}
