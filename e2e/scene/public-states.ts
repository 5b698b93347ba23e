import { prices } from '@footnote/contract/prices'
import { pages } from '@footnote/contract/site/pages'
import type { StatusResponse } from '@footnote/contract/site/responses'
import type { Page } from 'playwright-core'
import type { PageState } from './page-states.ts'

const HOUR_MS = 3_600_000
const HOURS = 24

/** The pages for everybody; the status is played, since the service's own depends on the moment. */
export const publicStates: readonly PageState[] = [
  { name: 'home', viewer: 'visitor', show: page => open(page, pages.home) },
  { name: 'home-research', viewer: 'visitor', show: page => showExample(page, 'Research') },
  {
    name: 'home-structured',
    viewer: 'visitor',
    show: page => showExample(page, 'Structured output'),
  },
  { name: 'prices', viewer: 'visitor', show: page => open(page, pages.prices) },
  { name: 'status', viewer: 'visitor', show: page => showStatus(page, playStatus()) },
  {
    name: 'status-empty',
    viewer: 'visitor',
    show: page =>
      showStatus(page, {
        ...playStatus(),
        accepts_calls: false,
        counted_until: null,
        tools: [],
      }),
  },
  { name: 'docs', viewer: 'visitor', show: page => open(page, '/docs') },
  { name: 'docs-guide', viewer: 'visitor', show: page => open(page, '/docs/errors') },
  { name: 'docs-reference', viewer: 'visitor', show: page => open(page, '/docs/reference') },
]

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function showExample(page: Page, name: string): Promise<void> {
  await open(page, pages.home)
  await page.getByRole('radio', { name, exact: true }).check()
  await page.getByRole('region', { name: `Recorded result: ${name}` }).waitFor()
}

async function showStatus(page: Page, status: StatusResponse): Promise<void> {
  await page.route('**/site/status?*', route => route.fulfill({ json: status }))
  await open(page, pages.status)
  await page.getByRole('region', { name: 'Now' }).waitFor()
}

/** A day of calls of everything, the same each time but for its date. */
function playStatus(): StatusResponse {
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const times = Array.from({ length: HOURS }, (_, hour) =>
    new Date(now - (HOURS - 1 - hour) * HOUR_MS).toISOString(),
  )
  return {
    accepts_calls: true,
    counted_until: new Date(now).toISOString(),
    times,
    tools: prices.map(({ tool, effort, costUnits }, index) => {
      // What costs more takes longer and is asked for less often.
      const tookMs = 700 + Number(costUnits) / 120
      const points = times
        .map((at, hour) => ({
          at,
          captured: Math.round(((hour * (index + 3)) % 17) / (index + 1)),
          refunded: (hour + index) % 9 === 0 ? 1 : 0,
          p50_ms: Math.round(tookMs * (1 + ((hour * 7) % 5) / 10)),
          p90_ms: Math.round(tookMs * (2 + ((hour * 5) % 7) / 5)),
        }))
        .filter(({ captured }) => captured > 0)
      return {
        tool,
        effort,
        captured: points.reduce((sum, { captured }) => sum + captured, 0),
        refunded: points.reduce((sum, { refunded }) => sum + refunded, 0),
        p50_ms: Math.round(tookMs * 1.2),
        p90_ms: Math.round(tookMs * 2.6),
        points,
      }
    }),
  }
}
