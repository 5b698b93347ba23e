import { type Setting, setting } from './settings.ts'

/**
 * A setting of the research engine. The engine reads it and the service passes it on. Both learn its
 * consequences here.
 */
export interface EngineSetting extends Setting {
  /** Whether calls may cost money once it is set. */
  readonly costsMoney: 'never' | 'always' | 'unless on this machine'
  /** Whether it makes the engine query anything beyond its library. */
  readonly reachesOut: boolean
  /** Sources it adds, described for customers. */
  readonly source?: string
}

type Consequences = Pick<EngineSetting, 'costsMoney' | 'reachesOut' | 'source'>

const declare = (
  name: string,
  fallback: string,
  meaning: string,
  consequences: Consequences,
): EngineSetting => ({ ...setting(name, fallback, meaning), ...consequences })

const NONE: Consequences = { costsMoney: 'never', reachesOut: false }
const FREE_SERVICE: Consequences = { costsMoney: 'never', reachesOut: true }
const PAID_SERVICE: Consequences = { costsMoney: 'always', reachesOut: true }
const FREE_IF_LOCAL: Consequences = { costsMoney: 'unless on this machine', reachesOut: true }
/** A key for a paid service that another setting enables. */
const PAID_KEY: Consequences = { costsMoney: 'always', reachesOut: false }

const WEB = 'The public web, through a search service.'

/** Settings of a standalone engine; the service chooses them for its own. */
export const engineAddressSettings: readonly EngineSetting[] = [
  declare('FOOTNOTE_ENGINE_PORT', '8788', 'Port the engine listens on. 0 picks a free port.', NONE),
  declare('FOOTNOTE_ENGINE_HOST', '127.0.0.1', 'Address the engine listens on.', NONE),
  declare(
    'FOOTNOTE_ENGINE_KEY',
    '',
    'API key of the engine. If unset, the first start generates one in the data folder.',
    NONE,
  ),
]

/** Folders that the service prepares for its own engine, and the library's database. */
export const engineFolderSettings: readonly EngineSetting[] = [
  declare(
    'FOOTNOTE_LIBRARY_DIR',
    '',
    'Library folder. If unset, the folder library in the data folder.',
    NONE,
  ),
  declare(
    'FOOTNOTE_LIBRARY_DATABASE_URL',
    '',
    'PostgreSQL 18 database for documents that several engines share, created if missing. If unset, documents are in a file in the library folder.',
    NONE,
  ),
  declare(
    'FOOTNOTE_ENGINE_KEYS_DIR',
    '',
    'Folder for sealing keys. If unset, the data folder’s path with -keys added.',
    NONE,
  ),
]

/** Settings that the service and the engine both read. */
export const sharedSettings = {
  dataDir: declare(
    'FOOTNOTE_DATA_DIR',
    '.footnote',
    'Data folder: embedded database, library and lock files.',
    NONE,
  ),
  engineDatabase: declare(
    'FOOTNOTE_ENGINE_DATABASE_URL',
    '',
    'PostgreSQL 18 database for the engine, created if missing. Use a separate role.',
    // Another engine, with paid services, may take runs from that database.
    { costsMoney: 'always', reachesOut: false },
  ),
  drain: declare(
    'FOOTNOTE_DRAIN_SECONDS',
    '30',
    'How long calls in flight may take to finish after SIGTERM.',
    NONE,
  ),
  metricsHost: declare(
    'FOOTNOTE_METRICS_HOST',
    '127.0.0.1',
    'Address that the ports for metrics listen on. Keep it off the internet.',
    NONE,
  ),
  logLevel: declare(
    'FOOTNOTE_LOG_LEVEL',
    'info',
    'Log level: fatal, error, warn, info, debug or silent.',
    NONE,
  ),
} as const

/** Settings for how much the engine works on at once, and for watching it. */
export const engineCapacitySettings: readonly EngineSetting[] = [
  declare('FOOTNOTE_ENGINE_CALLS', '8', 'Synchronous calls the engine works on at once.', NONE),
  declare('FOOTNOTE_ENGINE_RUNS', '2', 'Background runs the engine works on at once.', NONE),
  declare(
    'FOOTNOTE_ENGINE_LEASE_SECONDS',
    '15',
    'How long an engine that stops responding counts as alive.',
    NONE,
  ),
  declare(
    'FOOTNOTE_ENGINE_METRICS_PORT',
    '',
    'Port for the Prometheus metrics of the engine. If unset, there are none.',
    NONE,
  ),
]

/** Settings for what the engine uses beyond its library. */
export const engineServiceSettings: readonly EngineSetting[] = [
  declare(
    'FOOTNOTE_CONTACT',
    '',
    'Your email address or web page, sent to the sites the engine visits.',
    NONE,
  ),
  declare('FOOTNOTE_SEARXNG_URL', '', 'Base URL of a SearXNG instance for web search.', {
    ...FREE_IF_LOCAL,
    source: WEB,
  }),
  declare('FOOTNOTE_BRAVE_KEY', '', 'API key for Brave Search.', {
    ...PAID_SERVICE,
    source: WEB,
  }),
  // Queried only if a key is set.
  declare('FOOTNOTE_BRAVE_URL', 'https://api.search.brave.com', 'Base URL of Brave Search.', NONE),
  declare('FOOTNOTE_YOU_KEY', '', 'API key for You.com search.', {
    ...PAID_SERVICE,
    source: WEB,
  }),
  declare('FOOTNOTE_YOU_URL', 'https://ydc-index.io', 'Base URL of You.com search.', NONE),
  declare(
    'FOOTNOTE_WIKIPEDIA_URL',
    '',
    'URL of the Wikipedia edition to search, such as https://en.wikipedia.org.',
    { ...FREE_SERVICE, source: 'Wikipedia.' },
  ),
  declare(
    'FOOTNOTE_EDGAR_URL',
    '',
    'Base URL of SEC EDGAR, such as https://www.sec.gov. Requires FOOTNOTE_CONTACT.',
    {
      ...FREE_SERVICE,
      source: 'Company filings with the US Securities and Exchange Commission (SEC EDGAR).',
    },
  ),
  declare(
    'FOOTNOTE_FETCH_NETWORKS',
    '',
    'Private networks the engine may fetch pages from, such as 10.0.0.0/8, separated by commas.',
    NONE,
  ),
  declare(
    'FOOTNOTE_LLM_URL',
    '',
    'Base URL of an OpenAI-compatible API. Its model plans, reads and writes.',
    FREE_IF_LOCAL,
  ),
  declare('FOOTNOTE_LLM_MODEL', '', 'Name of the model. Required with FOOTNOTE_LLM_URL.', NONE),
  declare('FOOTNOTE_LLM_KEY', '', 'API key for the model, if it needs one.', PAID_KEY),
  declare(
    'FOOTNOTE_LLM_CONTEXT_TOKENS',
    '',
    'Context length of the model. If unset, the engine asks the endpoint.',
    NONE,
  ),
  declare('FOOTNOTE_LLM_PARALLEL', '4', 'Requests sent to the model at once.', NONE),
]

/** Every setting the engine reads. */
export const engineSettings: readonly EngineSetting[] = [
  ...engineAddressSettings,
  ...engineFolderSettings,
  ...Object.values(sharedSettings),
  ...engineCapacitySettings,
  ...engineServiceSettings,
]
