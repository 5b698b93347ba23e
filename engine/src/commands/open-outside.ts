import type { OutsideConfig } from '../config.ts'
import { createFetcher } from '../fetch/create-fetcher.ts'
import { createEdgarCallers } from '../finance/edgar/create-edgar-callers.ts'
import { createEdgarFinder } from '../finance/edgar/create-edgar-finder.ts'
import { createEmbedder } from '../model/create-embedder.ts'
import type { Embedder } from '../model/embedder.ts'
import type { Model } from '../model/model.ts'
import { openModel } from '../model/open-model.ts'
import type { Finder } from '../search/finder.ts'
import { createBrave } from '../web/create-brave.ts'
import { createSearxng } from '../web/create-searxng.ts'
import { createWebFinder } from '../web/create-web-finder.ts'
import { createWikipedia } from '../web/create-wikipedia.ts'
import { createYou } from '../web/create-you.ts'
import { openExtractorPool } from '../web/open-extractor-pool.ts'

/** Everything beyond the library that the engine may ask, as its operator has set it. */
export interface OpenOutside {
  readonly finders: readonly Finder[]
  readonly model?: Model
  readonly embedder?: Embedder
  /** Whom it asks, by name, for the log. */
  readonly names: readonly string[]
  close(): Promise<void>
}

export async function openOutside(config: OutsideConfig): Promise<OpenOutside> {
  const { contact, edgar } = config
  const resources = new AsyncDisposableStack()
  const services = [
    ...(config.searxng ? [createSearxng(config.searxng)] : []),
    ...(config.brave ? [createBrave(config.brave)] : []),
    ...(config.you ? [createYou(config.you)] : []),
    ...(config.wikipedia
      ? [createWikipedia({ ...config.wikipedia, ...(contact && { contact }) })]
      : []),
  ]
  for (const service of services) resources.defer(() => service.close())
  const fetcher = createFetcher({ allowNetworks: config.networks, ...(contact && { contact }) })
  resources.defer(() => fetcher.close())
  const extractor = openExtractorPool()
  resources.defer(() => extractor.close())
  const finders: Finder[] = []
  if (services.length > 0) finders.push(createWebFinder({ services, fetcher, extractor }))
  if (edgar) {
    const callers = createEdgarCallers(edgar)
    resources.defer(() => callers.close())
    finders.push(createEdgarFinder({ callers, fetcher, extractor }))
  }
  const model = config.model && (await openModel(config.model))
  const embedder = config.embeddings && createEmbedder(config.embeddings)
  return {
    finders,
    ...(model && { model }),
    ...(embedder && { embedder }),
    names: [
      ...services.map(({ name }) => name),
      ...(edgar ? ['EDGAR'] : []),
      ...(model ? ['a language model'] : []),
      ...(embedder ? ['embeddings'] : []),
    ],
    close: () => resources.disposeAsync(),
  }
}
