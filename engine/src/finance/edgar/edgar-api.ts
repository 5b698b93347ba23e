import { type Clock, createTurns, realClock } from '../../outside/admission.ts'
import { type ServiceCaller, ServiceError } from '../../outside/service-caller.ts'
import type { Company } from '../../search/company-fact.ts'
import { type CompanyDirectory, readDirectory } from './company-directory.ts'
import { type CompanyRecord, makeRecord } from './company-record.ts'
import { createKeep } from './keep.ts'
import { readCompanyFacts } from './read-company-facts.ts'
import { readSubmissions } from './read-submissions.ts'

/** Requests to EDGAR, at the rate that it allows. Rejects with a ServiceError. */
export interface EdgarApi {
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
const MB = 1024 * 1024
const DIRECTORY_BYTES = 20 * MB
const SUBMISSIONS_BYTES = 20 * MB
const FACTS_BYTES = 40 * MB
/** A large company's record takes one or two megabytes. */
const MOST_RECORDS = 32

export function createEdgarApi(
  { site, data }: { readonly site: ServiceCaller; readonly data: ServiceCaller },
  { clock = realClock }: { readonly clock?: Clock } = {},
): EdgarApi {
  const turns = createTurns(CALLS_PER_SECOND, clock)
  const keepDirectory = createKeep<CompanyDirectory>({ max: 1, ttlMs: DAY_MS, clock })
  const keepRecord = createKeep<CompanyRecord>({ max: MOST_RECORDS, ttlMs: HOUR_MS, clock })

  // All callers share a load, so none of them can cancel it.
  async function load(caller: ServiceCaller, path: string, maxBytes: number): Promise<unknown> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const endsAt = clock.now() + TIMEOUT_MS
    if (!(await turns.take({ notBefore: 0, endsAt, signal }))) {
      throw new ServiceError(
        'EDGAR',
        'EDGAR is asked as often as it may be; this call came too late',
      )
    }
    return caller.json(path, { timeoutMs: endsAt - clock.now(), maxBytes })
  }

  async function loadRecord(company: Company): Promise<CompanyRecord> {
    const { cik } = company
    const [listed, facts] = await Promise.all([
      settle(load(data, `/submissions/CIK${cik}.json`, SUBMISSIONS_BYTES).catch(unlessMissing)),
      load(data, `/api/xbrl/companyfacts/CIK${cik}.json`, FACTS_BYTES).catch(unlessMissing),
    ])
    // Facts name their filings; a company without facts has only the list of filings.
    if ('error' in listed && facts === undefined) throw listed.error
    const submissions = 'value' in listed ? listed.value : undefined
    return makeRecord(company, {
      submissions: readSubmissions(submissions),
      figures: readCompanyFacts(facts),
    })
  }

  return {
    directory: () =>
      keepDirectory('', async () => {
        const directory = readDirectory(
          await load(site, '/files/company_tickers.json', DIRECTORY_BYTES),
        )
        if (directory.byTicker.size > 0) return directory
        throw new ServiceError(
          'EDGAR',
          'EDGAR sent a list of companies without companies; check its address',
        )
      }),
    record: company => keepRecord(company.cik, () => loadRecord(company)),
    takeTurn: options => turns.take({ notBefore: 0, ...options }),
  }
}

/** A company that tags nothing has no facts, which is not an error. */
function unlessMissing(error: unknown): undefined {
  if (error instanceof ServiceError && error.status === 404) return undefined
  throw error
}

function settle<Value>(promise: Promise<Value>): Promise<{ value: Value } | { error: unknown }> {
  return promise.then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  )
}
