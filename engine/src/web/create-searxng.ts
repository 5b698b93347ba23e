import { createServiceCaller, ServiceError } from '../outside/service-caller.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { createListing, listAt } from './results.ts'
import { queryLanguage, queryWithSites, type SearchService } from './search-service.ts'

const NAME = 'SearXNG'
/** The shortest limit of the engines behind it. */
const MOST_CHARACTERS = 400
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
  now = () => new Date(),
}: {
  readonly url: string
  readonly now?: () => Date
}): SearchService {
  const caller = createServiceCaller({ name: NAME, baseUrl: url })
  return createListing({
    name: 'searxng',
    label: NAME,
    caller: {
      ...caller,
      json: (path, call) => caller.json(path, call).catch(explainRefusal),
    },
    path: '/search',
    ask: query => ({
      query: {
        q: queryWithSites(withoutCommands(query.text), {
          policy: query.policy,
          maxCharacters: MOST_CHARACTERS,
        }),
        format: 'json',
        pageno: 1,
        safesearch: SAFESEARCH[query.policy.safesearch],
        language: queryLanguage(query),
        time_range: timeRange(query.policy, now()),
      },
    }),
    entriesOf: reply => listAt(reply, 'results'),
    read: ({ url, title, content, publishedDate, pubdate }) => ({
      url,
      title,
      snippet: content,
      dates: [publishedDate, pubdate],
    }),
  })
}

/** Removes signs that begin SearXNG's commands: other engines, languages, time limits. */
function withoutCommands(text: string): string {
  return text.replace(/(^|\s)[!:<?]+(?=\S)/g, '$1')
}

/** Returns the shortest range up to today that includes the window; older results are removed later. */
function timeRange({ publishedFrom }: SourcePolicy, now: Date): string | undefined {
  if (publishedFrom === undefined) return undefined
  const today = Date.parse(now.toISOString().slice(0, 10))
  const days = (today - Date.parse(publishedFrom)) / DAY_MS
  return TIME_RANGES.find(range => days <= range.days)?.name
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof ServiceError) || error.status !== 403) throw error
  throw new ServiceError(
    NAME,
    `${NAME} refuses to answer (403): add json to search.formats in its settings.yml`,
    { status: 403 },
  )
}
