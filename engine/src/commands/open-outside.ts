import type { OutsideConfig } from '../config.ts'
import { createFetcher } from '../fetch/create-fetcher.ts'
import { createEdgarCallers, type EdgarCallers } from '../finance/edgar/create-edgar-callers.ts'
import { createEdgarFinder } from '../finance/edgar/create-edgar-finder.ts'
import type { Model } from '../llm/client/model.ts'
import { openModel } from '../llm/client/open-model.ts'
import type { Finder } from '../search/finder.ts'
import { createBrave } from '../web/create-brave.ts'
import { createSearxng } from '../web/create-searxng.ts'
import { createWebFinder } from '../web/create-web-finder.ts'
import { createWikipedia } from '../web/create-wikipedia.ts'
import { createYou } from '../web/create-you.ts'
import { openExtractorPool } from '../web/open-extractor-pool.ts'
import type { SearchService } from '../web/search-service.ts'
import { createFaultReports, type ReportFault } from './report-faults.ts'

/** Everything beyond the library that the engine may ask, as its operator has set it. */
export interface OpenOutside {
  readonly finders: readonly Finder[]
  readonly model?: Model
  /** Whom the finders ask. */
  readonly services: readonly SearchService[]
  readonly edgar?: EdgarCallers
  close(): Promise<void>
}

export async function openOutside(
  config: OutsideConfig,
  {
    onFault = () => {},
    isToRead = true,
  }: {
    readonly onFault?: ReportFault
    /** Whether pages will be read: the threads that do so are started ahead. */
    readonly isToRead?: boolean
  } = {},
): Promise<OpenOutside> {
  const { contact } = config
  const reports = createFaultReports(onFault)
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
    ...(edgar && { edgar }),
    ...(model && { model }),
    close: () => resources.disposeAsync(),
  }
}
