import type { MetricsOfProcess } from '@footnote/platform/monitoring/open-monitoring'
import type { EmbeddedEngine, EngineAddress } from '../engine/embedded-engine.ts'

/** A message from the parent to a worker. */
export type ToWorker =
  | { readonly kind: 'start'; readonly index: number }
  | {
      readonly kind: 'engine'
      /** Undefined until the engine accepts calls for the first time. */
      readonly address: EngineAddress | undefined
      readonly health: EmbeddedEngine['health']
      /** Why it could not be started, in reply to a request to start it. */
      readonly error?: string
    }
  | { readonly kind: 'scrape'; readonly id: number }

/** A message from a worker to the parent. */
export type FromWorker =
  | { readonly kind: 'ready'; readonly url: string }
  | { readonly kind: 'start-engine' }
  | { readonly kind: 'metrics'; readonly id: number; readonly metrics: MetricsOfProcess }
