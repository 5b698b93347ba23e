import { onTestFinished } from 'vitest'
import { createFetcher, type FetcherOptions } from '../create-fetcher.ts'
import { FetchError, type FetchedPage, type Fetcher, type FetchOptions } from '../fetcher.ts'

/** Without pauses, and with this machine among the networks that may be visited. */
export function testFetcher(options: FetcherOptions = {}): Fetcher {
  const fetcher = createFetcher({ allowNetworks: ['127.0.0.0/8'], gapMs: 0, ...options })
  onTestFinished(() => fetcher.close())
  return fetcher
}

export const ANYWHERE: FetchOptions = { mayVisit: () => true, timeoutMs: 30_000 }

export function textOf({ bytes }: FetchedPage): string {
  return new TextDecoder().decode(bytes)
}

/** The reason that a page was refused for, and the message. */
export async function refusalOf(fetched: Promise<FetchedPage>): Promise<FetchError> {
  try {
    await fetched
  } catch (error) {
    if (error instanceof FetchError) return error
    throw error
  }
  throw new Error('It was fetched')
}
