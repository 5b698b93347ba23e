import { createFetcher } from '../../../engine/src/fetch/create-fetcher.ts'
import type { Fetcher } from '../../../engine/src/fetch/fetcher.ts'

/** Opens the engine's fetcher with every host name resolved to this machine. */
export function openLoopbackFetcher(): Fetcher {
  return createFetcher({
    allowNetworks: ['127.0.0.0/8'],
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  })
}
