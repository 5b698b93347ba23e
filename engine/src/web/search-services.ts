import { COUNTRY_CODES, LANGUAGE_CODES } from '@footnote/contract/codes'
import { isJsonObject } from '@footnote/contract/json-object'
import { LRUCache } from 'lru-cache'
import type { createServiceCaller } from '../outside/service-caller.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import {
  createListing,
  cutQuery,
  freshnessRange,
  mayAdmit,
  queryLanguage,
  queryWithSites,
  type SearchService,
} from './search-service.ts'

interface Keyed {
  readonly url: string
  readonly apiKey: string
  readonly now?: () => Date
}

const today = () => new Date()

/** Brave's search API. */
export function createBrave({ url, apiKey, now = today }: Keyed): SearchService {
  return createListing({
    name: 'brave',
    label: 'Brave',
    baseUrl: url,
    headers: { 'x-subscription-token': apiKey },
    path: '/res/v1/web/search',
    ask: query => ({
      query: {
        q: queryWithSites(query.text, { policy: query.policy, maxCharacters: 400, maxWords: 50 }),
        count: Math.min(Math.max(query.limit, 1), 20),
        country: COUNTRY_CODES.has(query.policy.country ?? '') ? query.policy.country : 'ALL',
        search_lang: braveLanguage(queryLanguage(query)),
        safesearch: query.policy.safesearch,
        freshness: freshnessRange(query.policy, now()),
        result_filter: 'web',
        text_decorations: 'false',
      },
    }),
    // A reply without results has no list, but repeats the query.
    isListing: ({ query }) => isJsonObject(query),
    lists: [['web', 'results']],
    read: ({ url, title, description, page_age, age }) => ({
      ...{ url, title, snippet: description },
      dates: [page_age, age],
    }),
  })
}

/** Brave has its own code for Japanese, and none for Greek. */
function braveLanguage(tag = ''): string | undefined {
  if (tag === 'ja') return 'jp'
  return tag !== 'el' && LANGUAGE_CODES.has(tag.toUpperCase()) ? tag : undefined
}

const MOST_DOMAINS = 500

/** You.com's search API. */
export function createYou({ url, apiKey, now = today }: Keyed): SearchService {
  return createListing({
    name: 'you',
    label: 'You.com',
    baseUrl: url,
    headers: { 'x-api-key': apiKey },
    path: '/v1/search',
    ask(query) {
      const { text, policy, limit } = query
      const language = queryLanguage(query)?.toUpperCase() ?? ''
      const include = policy.includeDomains.slice(0, MOST_DOMAINS)
      const exclude = policy.excludeDomains.slice(0, MOST_DOMAINS)
      const boost = policy.boostDomains.slice(0, MOST_DOMAINS)
      // The API takes either included domains, or excluded and preferred ones.
      const isOpen = include.length === 0
      return {
        // Lists of domains are too long for an address, and the GET version is frozen.
        method: 'POST',
        body: {
          query: cutQuery(text, { maxCharacters: 400 }),
          count: Math.min(Math.max(limit, 1), 50),
          safesearch: policy.safesearch,
          freshness: freshnessRange(policy, now()),
          country: COUNTRY_CODES.has(policy.country ?? '') ? policy.country : undefined,
          language: LANGUAGE_CODES.has(language) ? language : undefined,
          include_domains: isOpen ? undefined : include,
          exclude_domains: isOpen && exclude.length > 0 ? exclude : undefined,
          boost_domains: isOpen && boost.length > 0 ? boost : undefined,
        },
      }
    },
    isListing: ({ results }) => isJsonObject(results),
    lists: [
      ['results', 'web'],
      ['results', 'news'],
    ],
    read: ({ url, title, description, snippets, page_age }) => ({
      ...{ url, title, dates: [page_age] },
      snippet: description || (Array.isArray(snippets) ? snippets[0] : undefined),
    }),
  })
}

const SAFESEARCH = { off: 0, moderate: 1, strict: 2 } as const
const DAY_MS = 86_400_000
/** SearXNG documents no week. */
const TIME_RANGES = [
  { days: 1, name: 'day' },
  { days: 31, name: 'month' },
  { days: 366, name: 'year' },
]

/** Searches with SearXNG, which asks other search engines. */
export function createSearxng({
  url,
  now = today,
}: {
  readonly url: string
  readonly now?: () => Date
}): SearchService {
  return createListing({
    name: 'searxng',
    label: 'SearXNG',
    baseUrl: url,
    refusals: { 403: 'refuses to answer (403): add json to search.formats in its settings.yml' },
    path: '/search',
    ask: query => ({
      query: {
        // Without the signs that begin SearXNG's commands: other engines, languages, time limits.
        q: queryWithSites(query.text.replace(/(^|\s)[!:<?]+(?=\S)/g, '$1'), {
          policy: query.policy,
          // The shortest limit of the engines behind it.
          maxCharacters: 400,
        }),
        format: 'json',
        pageno: 1,
        safesearch: SAFESEARCH[query.policy.safesearch],
        language: queryLanguage(query),
        time_range: timeRange(query.policy, now()),
      },
    }),
    isListing: ({ results }) => Array.isArray(results),
    lists: [['results']],
    read: ({ url, title, content, publishedDate, pubdate }) => ({
      ...{ url, title, snippet: content },
      dates: [publishedDate, pubdate],
    }),
  })
}

/** Returns the shortest range up to today that includes the window; older results are removed later. */
function timeRange({ publishedFrom }: SourcePolicy, now: Date): string | undefined {
  if (publishedFrom === undefined) return undefined
  const days = (Date.parse(now.toISOString().slice(0, 10)) - Date.parse(publishedFrom)) / DAY_MS
  return TIME_RANGES.find(range => days <= range.days)?.name
}

const MOST_LANGUAGES = 16

/** Wikipedia's own search, or that of another wiki made with the same software. */
export function createWikipedia({
  url,
  contact,
  createCaller,
}: {
  /** The address of one language, such as https://en.wikipedia.org; others derive from it. */
  readonly url: string
  /** A contact for Wikipedia's operators. */
  readonly contact?: string | undefined
  readonly createCaller?: typeof createServiceCaller
}): SearchService {
  const agent = `Footnote-Engine/0.1${contact ? ` (${contact.replace(/[^\x20-\x7e]/g, '')})` : ''}`
  // Each language is a site of its own.
  const listings = new LRUCache<string, SearchService>({
    max: MOST_LANGUAGES,
    dispose: listing => void listing.close().catch(() => {}),
    memoMethod: baseUrl =>
      createListing(
        {
          name: 'wikipedia',
          label: 'Wikipedia',
          baseUrl,
          headers: { 'user-agent': agent },
          // The rate that its operators ask programs to keep.
          callsPerSecond: 10,
          path: '/w/api.php',
          ask: ({ text, limit }) => ({
            query: {
              action: 'query',
              list: 'search',
              format: 'json',
              formatversion: 2,
              srsearch: keywords(text),
              srlimit: Math.min(Math.max(limit, 1), 20),
              srnamespace: 0,
              srprop: 'snippet|timestamp',
            },
          }),
          isListing: ({ query }) => isJsonObject(query),
          lists: [['query', 'search']],
          read: ({ title, snippet, timestamp }) => ({
            url: typeof title === 'string' ? articleUrl(baseUrl, title) : undefined,
            ...{ title, snippet, dates: [timestamp] },
          }),
        },
        createCaller,
      ),
  })
  return {
    name: 'wikipedia',
    async search(query, options) {
      const base = inLanguage(url, queryLanguage(query))
      if (!mayAdmit(query.policy, { url: base })) return []
      return await listings.memo(base).search(query, options)
    },
    close: async () => listings.clear(),
  }
}

/** The address of the same wiki in another language. */
function inLanguage(url: string, language = ''): string {
  const base = new URL(url)
  const [first = ''] = language.split('-')
  if (/^[a-z-]+\.wikipedia\.org$/.test(base.hostname) && /^[a-z]{2,3}$/.test(first)) {
    // Norwegian Bokmål has the code for both standards.
    base.hostname = `${first === 'nb' ? 'no' : first}.wikipedia.org`
  }
  return base.href.replace(/\/+$/, '')
}

/** Drops stop words, because pages must have every word, and signs that are commands. */
function keywords(text: string): string {
  const words = text
    .replace(/[?*~"“”„\\<>{}[\]|]+/g, ' ')
    .split(/\s+/)
    .map(word => word.replace(/^[-!:]+|:$/g, ''))
    .filter(word => word !== '')
  const telling = words.filter(word => !STOP_WORDS.has(word.toLowerCase()))
  // Wikipedia refuses queries of over 300 characters.
  return cutQuery((telling.length > 0 ? telling : words).join(' '), { maxCharacters: 250 })
}

/** Writes an address as Wikipedia's own links do. */
function articleUrl(base: string, title: string): string {
  const name = encodeURIComponent(title.toWellFormed().replaceAll(' ', '_'))
  const readable = name.replace(/%(?:2F|3A|2C|3B|40|24)/g, decodeURIComponent)
  return `${base}/wiki/${readable}`
}
