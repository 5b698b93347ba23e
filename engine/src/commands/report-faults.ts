import { FetchError } from '../fetch/fetch-error.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Model } from '../llm/client/model.ts'
import { ModelFault } from '../llm/client/model-fault.ts'
import type { ServiceCaller } from '../outside/service-caller.ts'
import { ServiceError } from '../outside/service-caller.ts'
import type { SearchService } from '../web/search-service.ts'

/** Who could not be used and why, with nothing of what was asked. */
export interface OutsideFault {
  readonly service: string
  readonly reason: string
  readonly status?: number
}

export type ReportFault = (fault: OutsideFault) => void

/**
 * Research goes on without whoever fails, so nobody but the operator would ever hear of a wrong key or
 * an endpoint that is down.
 */
export interface FaultReports {
  ofService(service: SearchService): SearchService
  ofCaller(caller: ServiceCaller): ServiceCaller
  ofModel(model: Model): Model
  ofFetcher(fetcher: Fetcher): Fetcher
}

export function createFaultReports(report: ReportFault): FaultReports {
  const watch = async <Result>(service: string, work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      const fault = describe(service, error)
      if (fault) report(fault)
      throw error
    }
  }
  return {
    ofService: service => ({
      ...service,
      search: (query, options) => watch(service.name, service.search(query, options)),
    }),
    ofCaller: caller => ({
      ...caller,
      json: (path, call) => watch('EDGAR', caller.json(path, call)),
    }),
    ofModel: model => ({
      // It may learn better of its context while it is used.
      get contextTokens() {
        return model.contextTokens
      },
      parallel: model.parallel,
      write: (prompt, options) => watch('model', model.write(prompt, options)),
      ask: (prompt, options) => watch('model', model.ask(prompt, options)),
    }),
    ofFetcher: fetcher => ({
      ...fetcher,
      fetch: (url, options) => watch('pages', fetcher.fetch(url, options)),
    }),
  }
}

const BLOCKED =
  'a page at a private address or an unusual port was not read; FOOTNOTE_FETCH_NETWORKS opens networks'

/** Nothing for what is not their fault: a caller who has gone, or time that is over. */
function describe(service: string, error: unknown): OutsideFault | undefined {
  if (error instanceof ModelFault) return { service, reason: error.message }
  // Pages fail in many ways that no operator can do anything about.
  if (error instanceof FetchError && error.reason === 'blocked-address') {
    return { service, reason: BLOCKED }
  }
  if (!(error instanceof ServiceError)) return undefined
  const { message, status } = error
  return { service, reason: message, ...(status !== undefined && { status }) }
}
