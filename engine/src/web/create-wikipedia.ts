import { LRUCache } from 'lru-cache'
import { createServiceCaller } from '../outside/service-caller.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import { createListing, listAt } from './results.ts'
import { cutQuery, mayAdmit, queryLanguage, type SearchService } from './search-service.ts'

const NAME = 'Wikipedia'
/** Wikipedia refuses queries of over 300 characters. */
const MOST_CHARACTERS = 250
const MOST_RESULTS = 20
/** The rate that its operators ask programs to keep; each language is a site of its own. */
const CALLS_PER_SECOND = 10
const MOST_LANGUAGES = 16
const HOST = /^[a-z-]+\.wikipedia\.org$/

/** Wikipedia's own search, or that of another wiki made with the same software. */
export function createWikipedia({
  url,
  contact,
  createCaller = createServiceCaller,
}: {
  /** The address of one language, such as https://en.wikipedia.org; others derive from it. */
  readonly url: string
  /** A contact for Wikipedia's operators. */
  readonly contact?: string | undefined
  readonly createCaller?: typeof createServiceCaller
}): SearchService {
  const listings = new LRUCache<string, SearchService>({
    max: MOST_LANGUAGES,
    dispose: listing => void listing.close().catch(() => {}),
  })
  const agent = `Footnote-Engine/0.1${contact ? ` (${contact.replace(/[^\x20-\x7e]/g, '')})` : ''}`

  function listingOf(baseUrl: string): SearchService {
    const known = listings.get(baseUrl)
    if (known) return known
    const listing = createListing({
      name: 'wikipedia',
      label: NAME,
      caller: createCaller({
        name: NAME,
        baseUrl,
        headers: { 'user-agent': agent },
        callsPerSecond: CALLS_PER_SECOND,
      }),
      path: '/w/api.php',
      ask: ({ text, limit }) => ({
        query: {
          action: 'query',
          list: 'search',
          format: 'json',
          formatversion: 2,
          srsearch: keywords(text),
          srlimit: Math.min(Math.max(limit, 1), MOST_RESULTS),
          srnamespace: 0,
          srprop: 'snippet|timestamp',
        },
      }),
      entriesOf: reply => listAt(reply, 'query', 'search'),
      read: ({ title, snippet, timestamp }) => ({
        url: typeof title === 'string' ? articleUrl(baseUrl, title) : undefined,
        title,
        snippet,
        dates: [timestamp],
      }),
    })
    listings.set(baseUrl, listing)
    return listing
  }

  return {
    name: 'wikipedia',
    async search(query, options) {
      const base = inLanguage(url, queryLanguage(query))
      if (!mayAdmit(query.policy, { url: base })) return []
      return await listingOf(base).search(query, options)
    },
    async close() {
      const open = [...listings.values()]
      listings.clear()
      await Promise.all(open.map(listing => listing.close()))
    },
  }
}

/** The address of the same wiki in another language. */
function inLanguage(url: string, language: string | undefined): string {
  const base = new URL(url)
  const [first = ''] = (language ?? '').split('-')
  if (HOST.test(base.hostname) && /^[a-z]{2,3}$/.test(first)) {
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
  return cutQuery((telling.length > 0 ? telling : words).join(' '), {
    maxCharacters: MOST_CHARACTERS,
  })
}

/** Writes an address as Wikipedia's own links do. */
function articleUrl(base: string, title: string): string {
  const name = encodeURIComponent(title.toWellFormed().replaceAll(' ', '_'))
  const readable = name.replace(/%(?:2F|3A|2C|3B|40|24)/g, decodeURIComponent)
  return `${base}/wiki/${readable}`
}
