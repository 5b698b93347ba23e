import { prices } from '@footnote/contract/prices'
import type { CallOutcome } from '@footnote/contract/site/call-outcomes'
import { siteLimits } from '@footnote/contract/site/limits'
import { pages } from '@footnote/contract/site/pages'
import type { StatusHistoryResponse, StatusResponse } from '@footnote/contract/site/responses'
import type { Page } from 'playwright-core'
import { playSeller } from './play-seller.ts'
import type { PageState } from './show-page.ts'
import { SHARED_PATH, showShared } from './show-shared.ts'

const HOUR_MS = 3_600_000
const HOURS = 24

/** The public pages; the status is simulated, since the real one depends on the time. */
export const publicStates: readonly PageState[] = [
  { name: 'home', viewer: 'visitor', show: page => open(page, pages.home) },
  { name: 'home-seller', viewer: 'visitor', show: showSeller },
  { name: 'home-research', viewer: 'visitor', show: page => showExample(page, 'Research') },
  {
    name: 'home-structured',
    viewer: 'visitor',
    show: page => showExample(page, 'Structured output'),
  },
  { name: 'home-try', viewer: 'visitor', show: showTry },
  { name: 'prices', viewer: 'visitor', show: page => open(page, pages.prices) },
  { name: 'status', viewer: 'visitor', show: page => showStatus(page, playStatus()) },
  { name: 'status-few', viewer: 'visitor', show: page => showStatus(page, playQuietDay()) },
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
  { name: 'shared', viewer: 'visitor', show: showShared },
  { name: 'shared-ended', viewer: 'visitor', show: page => open(page, SHARED_PATH) },
  { name: 'docs', viewer: 'visitor', show: page => open(page, '/docs') },
  {
    name: 'docs-search',
    viewer: 'visitor',
    show: async page => {
      await open(page, '/docs')
      await page.getByRole('combobox', { name: 'Search the docs' }).fill('refund')
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'docs-guide', viewer: 'visitor', show: page => open(page, '/docs/errors') },
  { name: 'docs-changelog', viewer: 'visitor', show: page => open(page, '/docs/changelog') },
  { name: 'docs-reference', viewer: 'visitor', show: page => open(page, '/docs/reference') },
]

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** The footer of a service with a public address. */
async function showSeller(page: Page): Promise<void> {
  await playSeller(page)
  await open(page, pages.home)
  await page.getByRole('link', { name: 'Refund policy' }).waitFor()
}

/** A live answer, as on a service that answers visitors. */
async function showTry(page: Page): Promise<void> {
  await page.route('**/site/session', async route => {
    const response = await route.fetch()
    const session = await response.json()
    session.service.answers_visitors = true
    await route.fulfill({ response, json: session })
  })
  await page.route('**/site/try-answer', route =>
    route.fulfill({
      json: {
        answer: 'Sucre is the constitutional capital of Bolivia [[1]].',
        citations: [{ source: 'https://example.com/bolivia', excerpts: ['Sucre is the capital.'] }],
        results: { web: [] },
      },
    }),
  )
  await open(page, pages.home)
  await page.getByRole('textbox', { name: 'Question' }).fill('What is the capital of Bolivia?')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('region', { name: 'Answer to your question' }).waitFor()
}

async function showExample(page: Page, name: string): Promise<void> {
  await open(page, pages.home)
  await page.getByRole('radio', { name, exact: true }).click()
  await page.getByRole('region', { name: `Recorded result: ${name}` }).waitFor()
}

async function showStatus(page: Page, status: StatusResponse): Promise<void> {
  await page.route('**/site/status?*', route => route.fulfill({ json: status }))
  await page.route('**/site/status/history', route => route.fulfill({ json: playHistory(status) }))
  await open(page, pages.status)
  await page.getByRole('region', { name: 'Current status' }).waitFor()
}

/** Days with calls and incidents of both kinds; none of it for a status without figures. */
function playHistory({ counted_until }: StatusResponse): StatusHistoryResponse {
  const isEmpty = counted_until === null
  const today = Math.floor(Date.now() / (HOURS * HOUR_MS)) * HOURS * HOUR_MS
  const at = (daysAgo: number, hour: number) =>
    new Date(today - (daysAgo * HOURS - hour) * HOUR_MS).toISOString()
  const isBad = (daysAgo: number) => daysAgo === 2 || daysAgo === 40
  return {
    days: Array.from({ length: siteLimits.incidentDays }, (_, index) => {
      const daysAgo = siteLimits.incidentDays - 1 - index
      const [calls, failed] = isEmpty || index < 12 ? [0, 0] : [900 + 7 * index, index % 5]
      return {
        ...{ day: at(daysAgo, 0).slice(0, 10), calls, failed },
        has_incident: !isEmpty && isBad(daysAgo),
      }
    }),
    incidents: isEmpty
      ? []
      : [
          {
            title: 'Slow answers',
            started_at: at(2, 9),
            ended_at: at(2, 11),
            updates: [
              { state: 'resolved', text: 'Answers are as fast as before.', at: at(2, 11) },
              { state: 'monitoring', text: 'We moved to a second provider.', at: at(2, 10) },
              { state: 'investigating', text: 'Answers take a minute.', at: at(2, 9) },
            ],
          },
          {
            title: '212 of 1,034 calls failed',
            ...{ started_at: at(40, 14), ended_at: at(40, 16), updates: [] },
          },
        ],
  }
}

const isFew = ({ answered }: { answered: number }) => answered < siteLimits.fewestCallsForShares

/** A day with too few calls for percentages, so only counts are shown. */
function playQuietDay(): StatusResponse {
  const { tools, ...status } = playStatus()
  const quiet = { p50_ms: null, p90_ms: null }
  return {
    ...status,
    tools: tools.slice(0, 2).map(({ points, ...tool }, index) => ({
      ...{ ...tool, ...quiet, answered: 4, no_answer: 2 - index, failed: index },
      points: points.slice(3, 7).map(({ at }, hour) => ({
        ...{ at, ...quiet, answered: 1 },
        ...{ no_answer: hour < 2 - index ? 1 : 0, failed: hour < index ? 1 : 0 },
      })),
    })),
  }
}

/** A day with calls of every kind, the same each time except for its date. */
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
      // Expensive calls take longer and are rarer.
      const tookMs = 700 + Number(costUnits) / 120
      const points = times
        .map((at, hour) => ({
          at,
          answered: Math.round((((hour * (index + 3)) % 17) * 20) / (index + 1) ** 2),
          no_answer: (hour + index) % 4 === 0 ? 9 - index : 0,
          failed: (hour + index) % 9 === 0 ? 1 + (index % 3) * 3 : 0,
          p50_ms: Math.round(tookMs * (1 + ((hour * 7) % 5) / 10)),
          p90_ms: Math.round(tookMs * (2 + ((hour * 5) % 7) / 5)),
        }))
        .filter(({ answered }) => answered > 0)
        .map(point => (isFew(point) ? { ...point, p50_ms: null, p90_ms: null } : point))
      const sum = (outcome: CallOutcome) =>
        points.reduce((total, point) => total + point[outcome], 0)
      return {
        tool,
        effort,
        answered: sum('answered'),
        no_answer: sum('no_answer'),
        failed: sum('failed'),
        p50_ms: Math.round(tookMs * 1.2),
        p90_ms: Math.round(tookMs * 2.6),
        points,
      }
    }),
  }
}
