import { type Observation, UNOBSERVED } from '@footnote/platform/observation'
import type { OutsideConfig } from '../config.ts'
import { createFetcher } from '../fetch/create-fetcher.ts'
import { FetchError, type Fetcher } from '../fetch/fetcher.ts'
import { createEdgarFinder } from '../finance/edgar/create-edgar-finder.ts'
import { createEdgarCallers, type EdgarCallers } from '../finance/edgar/edgar-api.ts'
import { openModel } from '../llm/client/create-model.ts'
import { type Model, ModelFault, wrapModel } from '../llm/client/model.ts'
import { type ServiceCaller, ServiceError } from '../outside/service-caller.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { Finder } from '../search/finder.ts'
import { createWebFinder } from '../web/create-web-finder.ts'
import { type ExtractorPool, openExtractorPool } from '../web/open-extractor-pool.ts'
import { SEARCH_TIMEOUT_MS, type SearchService } from '../web/search-service.ts'
import { createBrave, createSearxng, createWikipedia, createYou } from '../web/search-services.ts'

/** The services beyond the library that the operator has configured. */
export interface OpenOutside {
  readonly finders: readonly Finder[]
  readonly model?: Model
  /** The services that the finders ask. */
  readonly services: readonly SearchService[]
  readonly fetcher: Fetcher
  readonly extractor: ExtractorPool
  readonly edgar?: EdgarCallers
  close(): Promise<void>
}

const BLOCKED =
  'a page at a private address or an unusual port was not read; FOOTNOTE_FETCH_NETWORKS opens networks'
const TIMEOUT_MS = 20_000
const MOST_BYTES = 20 * 1024 * 1024

export async function openOutside(
  config: OutsideConfig,
  {
    onFault = () => {},
    isToRead = true,
    observation = UNOBSERVED,
  }: {
    readonly onFault?: ReportFault
    /** Whether pages will be read: the threads that do so are started ahead. */
    readonly isToRead?: boolean
    readonly observation?: Pick<Observation, 'step'>
  } = {},
): Promise<OpenOutside> {
  const { contact } = config
  const reports = createFaultReports(onFault, observation)
  const resources = new AsyncDisposableStack()
  const services = [
    ...(config.searxng ? [createSearxng(config.searxng)] : []),
    ...(config.brave ? [createBrave(config.brave)] : []),
    ...(config.you ? [createYou(config.you)] : []),
    ...(config.wikipedia
      ? [createWikipedia({ ...config.wikipedia, ...(contact && { contact }) })]
      : []),
  ].map(reports.ofService)
  for (const service of services) resources.defer(() => service.close())
  const fetcher = reports.ofFetcher(
    createFetcher({ allowNetworks: config.networks, ...(contact && { contact }) }),
  )
  resources.defer(() => fetcher.close())
  const extractor = openExtractorPool()
  resources.defer(() => extractor.close())
  const finders: Finder[] = []
  if (services.length > 0) finders.push(createWebFinder({ services, fetcher, extractor }))
  const edgar = config.edgar && createEdgarCallers(config.edgar)
  if (edgar) {
    resources.defer(() => edgar.close())
    const callers = {
      ...edgar,
      site: reports.ofCaller(edgar.site),
      data: reports.ofCaller(edgar.data),
    }
    finders.push(createEdgarFinder({ callers, fetcher, extractor }))
  }
  if (isToRead && finders.length > 0) extractor.warmUp()
  const model = config.model && reports.ofModel(await openModel(config.model))
  return {
    finders,
    services,
    fetcher,
    extractor,
    ...(edgar && { edgar }),
    ...(model && { model }),
    close: () => resources.disposeAsync(),
  }
}

/** A service that could not be used and the reason, with nothing of the question. */
export interface OutsideFault {
  readonly service: string
  readonly reason: string
  readonly status?: number
}

type ReportFault = (fault: OutsideFault) => void

/**
 * Research goes on without a service that fails, so only the operator's log shows a wrong key or an
 * endpoint that is down.
 */
interface FaultReports {
  ofService(service: SearchService): SearchService
  ofCaller(caller: ServiceCaller): ServiceCaller
  ofModel(model: Model): Model
  ofFetcher(fetcher: Fetcher): Fetcher
}

function createFaultReports(
  report: ReportFault,
  observation: Pick<Observation, 'step'>,
): FaultReports {
  const watch = async <Result>(service: string, work: Promise<Result>): Promise<Result> => {
    try {
      return await observation.step({ name: 'outside', labels: { service } }, () => work)
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
    ofModel: model => wrapModel(model, (_, options, call) => watch('model', call(options))),
    ofFetcher: fetcher => ({
      ...fetcher,
      fetch: (url, options) => watch('pages', fetcher.fetch(url, options)),
    }),
  }
}

/** Undefined for causes beyond the service: a caller who has gone, or time that is over. */
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

interface Probe {
  readonly name: string
  readonly isGood: boolean
  /** The reply, or the reason that there is none. */
  readonly note: string
}

/** Sends each service a harmless request, to check the settings. */
export async function probeOutside(
  { services, edgar, model }: OpenOutside,
  { searchTimeoutMs = SEARCH_TIMEOUT_MS }: { readonly searchTimeoutMs?: number } = {},
): Promise<Probe[]> {
  const policy = compilePolicy({}, { now: new Date() })
  const probes: [string, () => Promise<string>][] = services.map(service => [
    service.name,
    async () => {
      const query = { text: 'footnote', policy, limit: 5 }
      // Never aborted: a service whose time is up says so better than a signal does.
      const { signal } = new AbortController()
      const results = await service.search(query, { signal, timeoutMs: searchTimeoutMs })
      return `found ${results.length} pages for “footnote”`
    },
  ])
  if (edgar) {
    probes.push([
      'EDGAR',
      async () => {
        const call = { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES }
        const list = await edgar.site.json('/files/company_tickers.json', call)
        return `lists ${Object.keys(list ?? {}).length} companies`
      },
    ])
  }
  if (model) {
    probes.push([
      'model',
      async () => {
        const prompt = { task: 'write', system: 'Reply with one word.', user: 'Ready?' } as const
        await model.write(prompt, { maxTokens: 64, timeoutMs: TIMEOUT_MS })
        return `answers, and takes ${model.contextTokens} tokens at once`
      },
    ])
  }
  return await Promise.all(
    probes.map(async ([name, probe]) => {
      try {
        return { name, isGood: true, note: await probe() }
      } catch (error) {
        return { name, isGood: false, note: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}
