import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { describeInBrowser } from '../../server/src/testing/browser/describe-in-browser.ts'
import { startWebsite, type TestWebsite } from '../../server/src/testing/scenes/start-website.ts'
import type { StubUpstream } from '../../server/src/testing/stubs/stub-upstream.ts'
import { ensurePageOnce } from './ensure-page-once.ts'
import { type WatchedContext, watchContext } from './watch-context.ts'

const START_MS = 240_000
/** Generous, because a flow has many steps and the machine may be busy. */
const FLOW_MS = 240_000
const STEP_MS = 110_000

export interface WebsiteScene {
  readonly site: TestWebsite
  /** Opens a page in its own browser context, sharing no cookies, storage or cache. */
  openPage(options?: BrowserContextOptions): Promise<Page>
  /** Opens a page in the context of this name, which later tests share, with its cookies and its cache. */
  openSharedPage(
    name: string,
    options: BrowserContextOptions,
    prepare: (context: BrowserContext) => Promise<void>,
  ): Promise<Page>
}

interface Opened {
  readonly context: BrowserContext
  readonly watched: WatchedContext
}

interface Surroundings {
  readonly settings: Readonly<Record<string, string>>
  /** Other origins that pages may request. */
  readonly origins: readonly string[]
  /** Replaces the engine; closed after the tests. */
  readonly upstream?: StubUpstream
}

/**
 * Tests the whole website in a real browser. After each test, no page may have logged a browser error,
 * requested another host, put a secret into a URL or left anything behind.
 */
export function describeWebsite(
  name: string,
  define: (scene: WebsiteScene) => void,
  surround: () => Promise<Surroundings> = async () => ({ settings: {}, origins: [] }),
): void {
  describeInBrowser(name, browser => {
    vi.setConfig({ testTimeout: FLOW_MS })
    let site: TestWebsite | undefined
    let stub: StubUpstream | undefined
    let others: readonly string[] = []
    let opened: Opened[] = []
    const shared = new Map<string, Opened>()

    beforeAll(async () => {
      await ensurePageOnce()
      const { settings, origins, upstream } = await surround()
      others = origins
      stub = upstream
      site = await startWebsite(settings, { upstream })
    }, START_MS)
    afterAll(async () => {
      await Promise.all([...shared.values()].map(({ context }) => context.close()))
      await site?.close()
      await stub?.close()
    })
    afterEach(async () => {
      const left = opened
      opened = []
      const watching = [...left, ...shared.values()]
      const faults = await Promise.all(watching.map(({ watched }) => watched.findFaults()))
      await Promise.all(left.map(({ context }) => context.close()))
      const pages = [...shared.values()].flatMap(({ context }) => context.pages())
      await Promise.all(pages.map(page => page.close()))
      expect(faults.flat()).toEqual([])
    })

    define({
      get site() {
        if (!site) throw new Error('the website starts when the tests run')
        return site
      },
      async openPage(options = {}) {
        const made = await openContext(this.site.url, options)
        opened.push(made)
        return made.context.newPage()
      },
      async openSharedPage(name, options, prepare) {
        const made = shared.get(name) ?? (await openContext(this.site.url, options))
        if (!shared.has(name)) await prepare(made.context)
        shared.set(name, made)
        return made.context.newPage()
      },
    })

    async function openContext(url: string, options: BrowserContextOptions): Promise<Opened> {
      const common = { baseURL: url, locale: 'en-GB', timezoneId: 'UTC' }
      const context = await browser().newContext({ ...common, ...options })
      context.setDefaultTimeout(STEP_MS)
      return {
        context,
        watched: watchContext(context, {
          origins: [url, url.replace('127.0.0.1', 'localhost'), ...others],
        }),
      }
    }
  })
}
