import { LRUCache } from 'lru-cache'
import {
  createServiceCaller,
  type ServiceCaller,
  ServiceError,
} from '../../outside/service-caller.ts'
import { type Clock, createTurns, realClock } from '../../outside/turns.ts'
import type { Company } from '../../search/company-fact.ts'
import type { CompanyDirectory } from '../companies/company-names.ts'
import { createDirectory } from '../companies/find-companies.ts'
import { type CompanyRecord, makeRecord } from './company-record.ts'
import { readCompanies, readCompanyFacts, readSubmissions } from './read-replies.ts'

/** Requests to EDGAR, at the rate that it allows. Rejects with a ServiceError. */
interface EdgarApi {
  directory(): Promise<CompanyDirectory>
  record(company: Company): Promise<CompanyRecord>
  /** Waits until another request may be sent to EDGAR; false if that is too late. */
  takeTurn(options: { readonly endsAt: number; readonly signal: AbortSignal }): Promise<boolean>
}

/** EDGAR allows ten in a second. */
const CALLS_PER_SECOND = 8
const TIMEOUT_MS = 20_000
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const LIST_BYTES = 20 * 1024 * 1024
const FACTS_BYTES = 40 * 1024 * 1024
/** A large company's record takes one or two megabytes. */
const MOST_RECORDS = 32

export function createEdgarApi(
  { site, data }: { readonly site: ServiceCaller; readonly data: ServiceCaller },
  { clock = realClock }: { readonly clock?: Clock } = {},
): EdgarApi {
  const turns = createTurns(CALLS_PER_SECOND, clock)
  const keepDirectory = keep<CompanyDirectory>(1, DAY_MS, clock)
  const keepRecord = keep<CompanyRecord>(MOST_RECORDS, HOUR_MS, clock)

  // All callers share a load, so none of them can cancel it.
  async function load(caller: ServiceCaller, path: string, maxBytes: number): Promise<unknown> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const endsAt = clock.now() + TIMEOUT_MS
    if (!(await turns.take({ notBefore: 0, endsAt, signal })))
      throw failure('EDGAR is asked as often as it may be; this call came too late')
    return caller.json(path, { timeoutMs: endsAt - clock.now(), maxBytes })
  }

  async function loadRecord(company: Company): Promise<CompanyRecord> {
    const { cik } = company
    const [listed, facts] = await Promise.allSettled([
      load(data, `/submissions/CIK${cik}.json`, LIST_BYTES).catch(unlessMissing),
      load(data, `/api/xbrl/companyfacts/CIK${cik}.json`, FACTS_BYTES).catch(unlessMissing),
    ])
    if (facts.status === 'rejected') throw facts.reason
    // Facts name their filings; a company without facts has only the list of filings.
    if (listed.status === 'rejected' && facts.value === undefined) throw listed.reason
    return makeRecord(company, {
      submissions: readSubmissions(listed.status === 'fulfilled' ? listed.value : undefined),
      figures: readCompanyFacts(facts.value),
    })
  }

  async function loadDirectory(): Promise<CompanyDirectory> {
    const reply = await load(site, '/files/company_tickers.json', LIST_BYTES)
    const directory = createDirectory(readCompanies(reply))
    if (directory.byTicker.size > 0) return directory
    throw failure('EDGAR sent a list of companies without companies; check its address')
  }

  return {
    directory: () => keepDirectory('all', loadDirectory),
    record: company => keepRecord(company.cik, () => loadRecord(company)),
    takeTurn: options => turns.take({ notBefore: 0, ...options }),
  }
}

/** Caches loads for a while; concurrent callers share one load, and a failure is not cached. */
function keep<Value extends object>(max: number, ttl: number, clock: Clock) {
  const kept = new LRUCache<string, Value, () => Promise<Value>>({
    ...{ max, ttl, ttlResolution: 0, perf: clock },
    fetchMethod: (_key, _stale, { context: load }) => load(),
  })
  return (key: string, load: () => Promise<Value>) => kept.forceFetch(key, { context: load })
}

function failure(message: string): ServiceError {
  return new ServiceError('EDGAR', message)
}

/** A company that tags nothing has no facts, which is not an error. */
function unlessMissing(error: unknown): undefined {
  if (error instanceof ServiceError && error.status === 404) return undefined
  throw error
}

export interface EdgarCallers {
  /** Lists and archives. */
  readonly site: ServiceCaller
  /** Submissions and company facts, which EDGAR serves from another host. */
  readonly data: ServiceCaller
  /** Base address for citing filings, without a slash at its end. */
  readonly baseUrl: string
  /** EDGAR requires it for pages too. */
  readonly userAgent: string
  close(): Promise<void>
}

const OWN_HOST = /^(?:www\.)?sec\.gov$/
const DATA_URL = 'https://data.sec.gov'
/** EDGAR blocks a client for ten minutes; one request a minute does no harm. */
const PAUSE_MS = 60_000

/** Creates callers that identify themselves, as EDGAR requires. A mirror serves everything from one address. */
export function createEdgarCallers(options: {
  readonly url: string
  readonly contact: string
}): EdgarCallers {
  const baseUrl = options.url.replace(/\/+$/, '')
  const userAgent = `Footnote ${options.contact}`
  const headers = { 'user-agent': userAgent }
  const open = (address: string) =>
    createServiceCaller({ name: 'EDGAR', baseUrl: address, headers, pauseMs: PAUSE_MS })
  const site = open(baseUrl)
  const data = OWN_HOST.test(new URL(baseUrl).hostname) ? open(DATA_URL) : site
  const close = async () => {
    await Promise.all([...new Set([site, data])].map(caller => caller.close()))
  }
  return { site, data, baseUrl, userAgent, close }
}
