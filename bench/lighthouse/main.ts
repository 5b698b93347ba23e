import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pages } from '@footnote/contract/site/pages'
import { startAlone } from '../../e2e/scene/start-alone.ts'
import { findBrowser } from '../../server/src/testing/browser/find-browser.ts'

/** Measures public pages with Lighthouse in a real browser: as on a slow phone, and as on a desktop. */
const PAGES = [pages.home, '/docs', pages.signIn]
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const DEVICES = { phone: [], desktop: ['--preset=desktop'] }
/** The figures of a busy machine vary, so each is the median of several runs. */
const RUNS = 3
const LEAST = 95

const LIGHTHOUSE = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')
const FLAGS = ['--output=json', '--quiet', '--no-enable-error-reporting']
const ROOT_FLAGS = process.getuid?.() === 0 ? ' --no-sandbox' : ''

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly title: string }>
  >
}

const browser = findBrowser()
if (browser === undefined) throw new Error('no browser; see .ci/install-browser')

async function measure(url: string, device: readonly string[]): Promise<Report> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [LIGHTHOUSE, url, ...FLAGS, ...device, `--chrome-flags=--headless${ROOT_FLAGS}`],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 64_000_000 },
  )
  return JSON.parse(stdout)
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

const print = (text: string) => void process.stdout.write(`${text}\n`)

await using website = await startAlone()
print(`| page | device | ${CATEGORIES.join(' | ')} |\n|---${'|---'.repeat(CATEGORIES.length + 1)}|`)
for (const path of PAGES) {
  for (const [name, device] of Object.entries(DEVICES)) {
    const reports: Report[] = []
    for (let run = 0; run < RUNS; run += 1) reports.push(await measure(website.url + path, device))
    const scores = CATEGORIES.map(category =>
      median(reports.map(({ categories }) => Math.round((categories[category]?.score ?? 0) * 100))),
    )
    print(`| ${path} | ${name} | ${scores.join(' | ')} |`)
    if (scores.every(score => score >= LEAST)) continue
    process.exitCode = 1
    const audits = Object.values(reports.at(-1)?.audits ?? {})
    const low = audits.filter(({ score }) => score !== null && score < 0.9)
    for (const { title, score } of low) print(`  ${score}: ${title}`)
  }
}
