import { pages } from '@footnote/contract/site/pages'
import type { Page, Route } from 'playwright-core'
import type { PageState } from './show-page.ts'
import { open } from './show-page.ts'

const TASK = '019a8467-3c1e-7c44-9d0e-5b1f6f1a2b3c'
const BILLING = { request_id: TASK, cost_usd: 0.15, cost_units: 1_500_000, balance_usd: 9.85 }
const STARTED = `id: ${TASK}:0\nevent: started\ndata: ${JSON.stringify({ request_id: TASK, billing: BILLING })}\n\n`

const event = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const FOUND = [
  event('query', { query: 'What is the capital of Bolivia?' }),
  event('query', {
    query: 'Sucre or La Paz: seat of government of Bolivia since the civil war of 1899',
  }),
  event('source', { url: 'https://example.com/bolivia', title: 'Bolivia' }),
].join('')

/** The tools in each distinct state; long-running calls are simulated. */
export const toolsStates: readonly PageState[] = [
  { name: 'tools-answer', viewer: 'newcomer', show: open(pages.answer) },
  { name: 'tools-answer-result', viewer: 'regular', show: showResult },
  { name: 'tools-answer-share', viewer: 'regular', show: showShare },
  { name: 'tools-answer-running', viewer: 'regular', show: showRunning },
  { name: 'tools-answer-refunded', viewer: 'regular', show: showRefund },
  { name: 'tools-research-schema', viewer: 'regular', show: showSchema },
  { name: 'tools-research-evidence', viewer: 'regular', show: showEvidence },
  { name: 'tools-finance', viewer: 'regular', show: open(pages.finance_research) },
  { name: 'tools-task', viewer: 'regular', show: showTask },
  { name: 'tools-history', viewer: 'regular', show: showHistory },
]

async function ask(page: Page): Promise<void> {
  await open(pages.answer)(page)
  await page.getByLabel('Question').fill('What is the capital of Bolivia?')
  await page.getByRole('button', { name: /^Run for/ }).click()
}

async function showResult(page: Page): Promise<void> {
  await ask(page)
  await page.getByText('Your balance is now').waitFor()
}

async function showShare(page: Page): Promise<void> {
  await showResult(page)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
}

async function showHistory(page: Page): Promise<void> {
  await showResult(page)
  await page.getByRole('navigation', { name: 'Tools' }).getByText('History').click()
  await page.getByRole('list', { name: 'Runs' }).getByRole('listitem').first().waitFor()
}

async function showRunning(page: Page): Promise<void> {
  await page.route('**/site/answer', sending(STARTED + FOUND))
  await page.route('**/site/calls/*/events', sending(': still here\n\n'))
  await ask(page)
  await page.getByText('Keep this tab open').waitFor()
  await page.getByRole('list', { name: 'Searches so far' }).waitFor()
}

async function showRefund(page: Page): Promise<void> {
  const failure = {
    code: 'QUERY_FAILED_REFUNDED',
    message: 'The call failed and was refunded in full. You can send it again.',
    request_id: TASK,
    billing: { refunded_units: 200_000, balance_usd: 9.98 },
  }
  await page.route('**/site/answer', sending(STARTED + event('error', failure)))
  await ask(page)
  await page.getByRole('heading', { name: 'Call failed' }).waitFor()
}

async function showSchema(page: Page): Promise<void> {
  await open(pages.research)(page)
  await page.getByText('Structured output').click()
  await page.getByLabel('Return JSON that matches a schema').check()
  await page.getByLabel('JSON Schema').fill('{ "properties": { "capital": {} } }')
  await page.getByRole('button', { name: 'Fix automatically' }).waitFor()
}

async function showEvidence(page: Page): Promise<void> {
  const quote = 'Santiago is the capital and largest city of Chile.'
  const output = {
    content: {
      capital: 'Santiago',
      population: 20_206_953,
      regions: [{ name: 'Valparaíso', area_km2: 16_396 }],
      motto: null,
    },
    content_type: 'object',
    sources: [
      { url: 'https://example.com/chile', title: 'Chile' },
      {
        url: 'https://example.org/census/2024/results-by-region',
        title: 'Census of 2024, by region',
      },
    ],
    evidence: [
      { pointer: '/capital', source: 1, quote },
      { pointer: '/population', source: 2, quote: 'Chile has 20,206,953 inhabitants.' },
      {
        pointer: '/regions/0/area_km2',
        source: 2,
        quote: `Valparaíso | 16,396 | ${'… '.repeat(60)}`,
      },
    ],
  }
  await page.route(
    '**/site/research',
    sending(STARTED + event('result', { output, billing: BILLING })),
  )
  await open(pages.research)(page)
  await page.getByLabel('Question').fill('What are the facts about Chile?')
  await page.getByRole('button', { name: /^Run for/ }).click()
  await page.getByText('Your balance is now').waitFor()
}

async function showTask(page: Page): Promise<void> {
  const stages = ['planning', 'searching', 'reading'].map(stage =>
    event('progress', { stage, counts: { pages: 12 } }),
  )
  await page.route('**/site/tasks/*', route =>
    route.fulfill({
      json: { task_id: TASK, status: 'running', expires_at: new Date().toISOString() },
    }),
  )
  await page.route('**/site/tasks/*/events', sending(stages.join('') + FOUND))
  await open(pages.task.replace('$taskId', TASK))(page)
  await page.getByRole('list', { name: 'Searches so far' }).waitFor()
}

/** A stream that ends after some text and is resumed only much later. */
function sending(text: string) {
  return (route: Route) =>
    route.fulfill({
      headers: { 'content-type': 'text/event-stream' },
      body: `retry: 600000\n\n${text}`,
    })
}
