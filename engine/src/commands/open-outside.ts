import { type Observation, UNOBSERVED } from '@footnote/platform/observation'
import type { OutsideConfig } from '../config.ts'
import { type Extractor, openPageExtractor } from '../extract/open-extractor.ts'
import { createFetcher } from '../fetch/create-fetcher.ts'
import { FetchError, type Fetcher } from '../fetch/fetcher.ts'
import { createEdgarFinder } from '../finance/edgar/create-edgar-finder.ts'
import { createEdgarCallers, type EdgarCallers } from '../finance/edgar/edgar-api.ts'
import { type Model, ModelFault, sendingBy } from '../llm/client/model.ts'
import { openModel } from '../llm/client/open-model.ts'
import { type ServiceCaller, ServiceError } from '../outside/service-caller.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { Finder } from '../search/finder.ts'
import { createWebFinder } from '../web/create-web-finder.ts'
import { SEARCH_TIMEOUT_MS, type SearchService } from '../web/search-service.ts'
import { createBrave, createSearxng, createWikipedia, createYou } from '../web/search-services.ts'

/** The services beyond the library that the operator has configured. */
export interface OpenOutside {
  readonly finders: readonly Finder[]
  readonly model?: Model
  /** The services that the finders ask. */
  readonly services: readonly SearchService[]
  readonly fetcher: Fetcher
  readonly extractor: Extractor
  readonly edgar?: EdgarCallers
  close(): Promise<void>
}

/** A service that could not be used and the reason, with nothing of the question. */
export interface OutsideFault {
  readonly service: string
  readonly reason: string
  readonly status?: number
}

const BLOCKED =
  'a page at a private address or an unusual port was not read; FOOTNOTE_FETCH_NETWORKS opens networks'
const TIMEOUT_MS = 20_000
const MOST_BYTES = 20 * 1024 * 1024

/**
 * Research goes on without a service that fails, so only the operator's log shows a wrong key or an
 * endpoint that is down.
 */
export async function openOutside(
  config: OutsideConfig,
  {
    onFault = () => {},
    isToRead = true,
    observation = UNOBSERVED,
  }: {
    readonly onFault?: (fault: OutsideFault) => void
    /** Whether pages will be read: the threads that do so are started ahead. */
    readonly isToRead?: boolean
    readonly observation?: Pick<Observation, 'step'>
  } = {},
): Promise<OpenOutside> {
  const resources = new AsyncDisposableStack()
  const closed = <Closable extends { close(): Promise<void> }>(opened: Closable): Closable => {
    resources.defer(() => opened.close())
    return opened
  }
  const watch = async <Result>(service: string, work: Promise<Result>): Promise<Result> => {
    try {
      return await observation.step({ name: 'outside', labels: { service } }, () => work)
    } catch (error) {
      const fault = describe(service, error)
      if (fault) onFault(fault)
      throw error
    }
  }
  const contact = config.contact === undefined ? {} : { contact: config.contact }
  const services = [
    config.searxng && createSearxng(config.searxng),
    config.brave && createBrave(config.brave),
    config.you && createYou(config.you),
    config.wikipedia && createWikipedia({ ...config.wikipedia, ...contact }),
  ]
    .filter(service => service !== undefined)
    .map(service => ({
      ...closed<SearchService>(service),
      search: (...call: Parameters<SearchService['search']>) =>
        watch(service.name, service.search(...call)),
    }))
  const pages = closed(createFetcher({ allowNetworks: config.networks, ...contact }))
  const fetcher: Fetcher = { ...pages, fetch: (...call) => watch('pages', pages.fetch(...call)) }
  const extractor = closed(openPageExtractor())
  const finders: Finder[] = []
  if (services.length > 0) finders.push(createWebFinder({ services, fetcher, extractor }))
  const edgar = config.edgar && closed(createEdgarCallers(config.edgar))
  if (edgar) {
    const watched = (caller: ServiceCaller): ServiceCaller => ({
      ...caller,
      json: (path, call) => watch('EDGAR', caller.json(path, call)),
    })
    const callers = { ...edgar, site: watched(edgar.site), data: watched(edgar.data) }
    finders.push(createEdgarFinder({ callers, fetcher, extractor }))
  }
  if (isToRead && finders.length > 0) extractor.warmUp()
  const opened = config.model && (await openModel(config.model))
  const model = opened && sendingBy(opened, (...call) => watch('model', opened.send(...call)))
  return {
    ...{ finders, services, fetcher, extractor },
    ...(edgar && { edgar }),
    ...(model && { model }),
    close: () => resources.disposeAsync(),
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

/** Sends each service a harmless request, to check the settings; a note has the reply or the reason for none. */
export async function probeOutside(
  { services, edgar, model }: OpenOutside,
  { searchTimeoutMs = SEARCH_TIMEOUT_MS }: { readonly searchTimeoutMs?: number } = {},
): Promise<{ readonly name: string; readonly isGood: boolean; readonly note: string }[]> {
  const query = { text: 'footnote', policy: compilePolicy({}, { now: new Date() }), limit: 5 }
  const probes = new Map<string, () => Promise<string>>()
  for (const service of services) {
    probes.set(service.name, async () => {
      // Never aborted: a service whose time is up says so better than a signal does.
      const { signal } = new AbortController()
      const results = await service.search(query, { signal, timeoutMs: searchTimeoutMs })
      return `found ${results.length} pages for “footnote”`
    })
  }
  if (edgar) {
    probes.set('EDGAR', async () => {
      const call = { timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES }
      const list = await edgar.site.json('/files/company_tickers.json', call)
      return `lists ${Object.keys(list ?? {}).length} companies`
    })
  }
  if (model) {
    probes.set('model', async () => {
      const prompt = { task: 'write', system: 'Reply with one word.', user: 'Ready?' } as const
      await model.send(prompt, { maxTokens: 64, timeoutMs: TIMEOUT_MS })
      return `answers, and takes ${model.contextTokens} tokens at once`
    })
  }
  return await Promise.all(
    Array.from(probes, async ([name, probe]) => {
      try {
        return { name, isGood: true, note: await probe() }
      } catch (error) {
        return { name, isGood: false, note: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}
