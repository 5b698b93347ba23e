import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { openBrowser } from '../server/src/testing/browser/open-browser.ts'
import { type Life, liveIn } from './scene/live-in.ts'
import { makeOperator } from './scene/make-operator.ts'
import { pageStates } from './scene/page-states.ts'
import { settle } from './scene/settle.ts'
import type { Viewer } from './scene/show-page.ts'
import { signUp } from './scene/sign-up.ts'
import { type LoneWebsite, startAlone } from './scene/start-alone.ts'

const DEFAULT_FOLDER = join(import.meta.dirname, '../.footnote-screenshots')
const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 375, height: 812 }, colorScheme: 'light', isMobile: true },
  // The width of A4 paper.
  print: { viewport: { width: 794, height: 1123 }, colorScheme: 'dark' },
}

/** The states to show: those whose name starts with one of the arguments, or all. */
const prefixes = process.argv.slice(3)
const wanted = pageStates.filter(
  ({ name }) => prefixes.length === 0 || prefixes.some(prefix => name.startsWith(prefix)),
)

interface Visit {
  readonly browser: Browser
  readonly url: string
  readonly life: Life
  /** Browser state of each viewer; empty for a visitor. */
  readonly storage: Readonly<Record<Viewer, BrowserContextOptions>>
}

/** Takes screenshots of every page in each of its states, with an account that has a history. */
async function takeScreenshots(folder: string): Promise<number> {
  await using site = await startAlone()
  await using browser = await openBrowser()
  const regular = await joinWebsite(browser, site, 'ada.lovelace@example.com')
  const newcomer = await joinWebsite(browser, site, 'grace.hopper@example.com')
  const operator = await joinWebsite(browser, site, 'emmy.noether@example.com')
  const { rows } = await site.database.query<{ id: string }>(
    'select id from account order by created_at',
  )
  const accountIds = rows.map(({ id }) => id)
  const life = await liveIn(site.database, { accountId: accountIds.at(0) ?? '', origin: site.url })
  await makeOperator(site.database, accountIds.at(-1) ?? '')
  const storage = { visitor: {}, newcomer, regular, operator }
  const visit = { browser, url: site.url, life, storage }
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const looks = Object.entries(LOOKS)
  await Promise.all(looks.map(([look, options]) => takeLook(visit, { look, options, folder })))
  return looks.length * wanted.length
}

/** Signs up a new account and returns its browser state. */
async function joinWebsite(browser: Browser, site: LoneWebsite, email: string) {
  const page = await browser.newPage({ baseURL: site.url })
  await signUp(page, { email, readMail: site.readMail })
  const storageState = await page.context().storageState()
  await page.context().close()
  return { storageState }
}

async function takeLook(
  { browser, url, life, storage }: Visit,
  { look, options, folder }: { look: string; options: BrowserContextOptions; folder: string },
): Promise<void> {
  for (const viewer of ['visitor', 'newcomer', 'regular', 'operator'] as const) {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-GB',
      timezoneId: 'UTC',
      ...options,
      ...storage[viewer],
    })
    for (const { name, show } of wanted.filter(state => state.viewer === viewer)) {
      const page = await context.newPage()
      await show(page, life)
      await settle(page)
      if (look === 'print') await page.emulateMedia({ media: 'print' })
      // The page behind a dialog is not of interest.
      const fullPage = (await page.getByRole('dialog').count()) === 0
      // A long page takes more than the usual half minute on a busy machine.
      const path = join(folder, `${name}.${look}.png`)
      await page.screenshot({ path, fullPage, timeout: 120_000 })
      await page.close()
    }
    await context.close()
  }
}

const folder = resolve(process.argv[2] ?? DEFAULT_FOLDER)
const count = await takeScreenshots(folder)
process.stdout.write(`Saved ${count} screenshots to ${folder}\n`)
