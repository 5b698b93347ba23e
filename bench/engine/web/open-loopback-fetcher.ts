import { createFetcher } from '../../../engine/src/fetch/create-fetcher.ts'
import type { Fetcher } from '../../../engine/src/fetch/fetcher.ts'

/** A fetcher to whom every name is a site of this machine. All else is as the engine has it. */
export function openLoopbackFetcher(): Fetcher {
  return createFetcher({
    allowNetworks: ['127.0.0.0/8'],
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  })
}
