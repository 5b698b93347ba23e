import type { BrowserContext } from 'playwright-core'
import { watchPage } from '../../server/src/testing/browser/watch-page.ts'

/** The browser logs this for every error reply, including expected ones; see `onResponse`. */
const REFUSAL = /^Failed to load resource: the server responded with a status of/
/** Error of a request that was cancelled by leaving the page. */
const LEFT = /net::ERR_ABORTED/
/** API keys and every password used in the tests. */
const SECRET = /fn_[\w-]{20}|horse battery/
const KEPT = ['theme', 'history', 'member']

export interface WatchedContext {
  /** Returns violations since the last call that no page may have; empty if there are none. */
  findFaults(): Promise<string[]>
}

/**
 * Watches a browser context for console errors, unexpected replies, requests to other hosts, secrets in
 * URLs, and data left in storage.
 */
export function watchContext(
  context: BrowserContext,
  { origins }: { origins: readonly string[] },
): WatchedContext {
  const complaints: (readonly string[])[] = []
  const faults: string[] = []
  context.on('page', page => complaints.push(watchPage(page)))
  context.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    if (protocol.startsWith('http') && !origins.includes(origin))
      faults.push(`asked another host: ${request.url()}`)
    if (SECRET.test(decodeURIComponent(request.url())))
      faults.push(`a secret is in an address: ${request.url()}`)
  })
  context.on('response', response => {
    const status = response.status()
    const { pathname } = new URL(response.url())
    const isRefusal = status < 500 && pathname.startsWith('/site/')
    const isPage = response.request().resourceType() === 'document'
    if (status >= 400 && !isRefusal && !isPage) faults.push(`${status} for ${response.url()}`)
  })
  return {
    async findFaults() {
      const said = complaints
        .splice(0)
        .flat()
        .filter(text => !REFUSAL.test(text) && !LEFT.test(text))
      const { origins: stored } = await context.storageState()
      const names = stored.flatMap(({ localStorage }) => localStorage.map(({ name }) => name))
      const kept = names.filter(name => !KEPT.includes(name))
      return [...faults.splice(0), ...said, ...kept.map(name => `left in the storage: ${name}`)]
    },
  }
}
