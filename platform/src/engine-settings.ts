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
  declare('FOOTNOTE_ENGINE_PORT', '8788', 'Port that the engine listens on; 0 for any.', NONE),
  declare('FOOTNOTE_ENGINE_HOST', '127.0.0.1', 'Address that the engine listens on.', NONE),
  declare('FOOTNOTE_ENGINE_KEY', '', 'Key of the engine; unset: one in the data folder.', NONE),
]

/** Folders that the service prepares for its own engine. */
export const engineFolderSettings: readonly EngineSetting[] = [
  declare(
    'FOOTNOTE_LIBRARY_DIR',
    '',
    'Folder of the library; unset: one in the data folder.',
    NONE,
  ),
  declare(
    'FOOTNOTE_ENGINE_KEYS_DIR',
    '',
    'Folder for sealing keys. Default: the data folder’s path plus -keys.',
    NONE,
  ),
]

const ownSettings: readonly EngineSetting[] = [
  declare('FOOTNOTE_DATA_DIR', '.footnote', 'Folder of the embedded database and library.', NONE),
  ...engineFolderSettings,
  declare(
    'FOOTNOTE_ENGINE_DATABASE_URL',
    '',
    'PostgreSQL 18 database of the engine’s own, made if absent, instead of the embedded one.',
    // Another engine, with paid services, may take runs from that database.
    { costsMoney: 'always', reachesOut: false },
  ),
  declare(
    'FOOTNOTE_ENGINE_CALLS',
    '8',
    'Synchronous calls that the engine works on at once.',
    NONE,
  ),
  declare('FOOTNOTE_ENGINE_RUNS', '2', 'Background runs that the engine works on at once.', NONE),
  declare(
    'FOOTNOTE_ENGINE_LEASE_SECONDS',
    '15',
    'How long a silent engine is believed to be alive.',
    NONE,
  ),
]

const outsideSettings: readonly EngineSetting[] = [
  declare(
    'FOOTNOTE_CONTACT',
    '',
    'Address that sites which the engine asks can reach you by.',
    NONE,
  ),
  declare('FOOTNOTE_SEARXNG_URL', '', 'A SearXNG that the engine searches the web with.', {
    ...FREE_IF_LOCAL,
    source: WEB,
  }),
  declare('FOOTNOTE_BRAVE_KEY', '', 'Key for Brave’s search API.', {
    ...PAID_SERVICE,
    source: WEB,
  }),
  // Queried only if a key is set.
  declare(
    'FOOTNOTE_BRAVE_URL',
    'https://api.search.brave.com',
    'Where Brave’s search API is.',
    NONE,
  ),
  declare('FOOTNOTE_YOU_KEY', '', 'Key for You.com’s search API.', {
    ...PAID_SERVICE,
    source: WEB,
  }),
  declare('FOOTNOTE_YOU_URL', 'https://ydc-index.io', 'Where You.com’s search API is.', NONE),
  declare('FOOTNOTE_WIKIPEDIA_URL', '', 'Wikipedia to search, such as https://en.wikipedia.org.', {
    ...FREE_SERVICE,
    source: 'Wikipedia.',
  }),
  declare(
    'FOOTNOTE_EDGAR_URL',
    '',
    'SEC EDGAR, such as https://www.sec.gov; needs a contact address.',
    {
      ...FREE_SERVICE,
      source: 'Company filings with the US Securities and Exchange Commission (SEC EDGAR).',
    },
  ),
  declare(
    'FOOTNOTE_FETCH_NETWORKS',
    '',
    'Private networks to read pages of, such as 10.0.0.0/8.',
    NONE,
  ),
  declare(
    'FOOTNOTE_LLM_URL',
    '',
    'OpenAI-compatible endpoint of a model that plans and writes.',
    FREE_IF_LOCAL,
  ),
  declare('FOOTNOTE_LLM_MODEL', '', 'Name of the model.', NONE),
  declare('FOOTNOTE_LLM_KEY', '', 'Key for the endpoint, if it wants one.', PAID_KEY),
  declare(
    'FOOTNOTE_LLM_CONTEXT_TOKENS',
    '',
    'What the model takes at once; unset: it is asked.',
    NONE,
  ),
  declare('FOOTNOTE_LLM_PARALLEL', '4', 'Prompts that the endpoint is sent at once.', NONE),
  declare(
    'FOOTNOTE_EMBEDDINGS_URL',
    '',
    'OpenAI-compatible endpoint of embeddings, to rank by.',
    FREE_IF_LOCAL,
  ),
  declare('FOOTNOTE_EMBEDDINGS_MODEL', '', 'Name of the embedding model.', NONE),
  declare('FOOTNOTE_EMBEDDINGS_KEY', '', 'Key for that endpoint, if it wants one.', PAID_KEY),
]

/** All settings of the engine; the service reads some of them too. */
export const engineSettings: readonly EngineSetting[] = [
  ...engineAddressSettings,
  ...ownSettings,
  ...outsideSettings,
  declare('FOOTNOTE_DRAIN_SECONDS', '30', 'How long SIGTERM waits for calls in flight.', NONE),
  declare('FOOTNOTE_LOG_LEVEL', 'info', 'fatal, error, warn, info, debug or silent.', NONE),
]
