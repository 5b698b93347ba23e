import type {
  AuditsResponse,
  OverviewResponse,
  RefundsResponse,
} from '@footnote/contract/site/operator'
import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'
import type { Life } from './live-in.ts'
import type { PageState } from './show-page.ts'
import { open, pressing } from './show-page.ts'

/** The admin area in each distinct state; states that must never happen are simulated. */
export const operatorStates: readonly PageState[] = [
  { name: 'operator', viewer: 'operator', show: open(pages.operator) },
  { name: 'operator-alarm', viewer: 'operator', show: showAlarm },
  { name: 'operator-accounts', viewer: 'operator', show: open(pages.operatorAccounts) },
  { name: 'operator-account', viewer: 'operator', show: showAccount },
  { name: 'operator-adjust', viewer: 'operator', show: showAdjustment },
  { name: 'operator-payments', viewer: 'operator', show: open(pages.operatorPayments) },
  { name: 'operator-held', viewer: 'operator', show: open(pages.operatorHeld) },
  { name: 'operator-health', viewer: 'operator', show: open(pages.operatorHealth) },
  { name: 'operator-audits', viewer: 'operator', show: open(pages.operatorAudits) },
  { name: 'operator-actions', viewer: 'operator', show: open(pages.operatorActions) },
]

/** Opens the account with a history, found by one of its payments. */
async function showAccount(page: Page, { paidPaymentId }: Life): Promise<void> {
  await open(pages.operatorAccounts)(page)
  await page.getByRole('searchbox', { name: 'Search' }).fill(paidPaymentId)
  await page.getByText('1 account.').waitFor()
  await page.getByRole('table', { name: 'Accounts' }).getByRole('link').click()
  await page.getByRole('table', { name: 'Transactions' }).waitFor()
}

async function showAdjustment(page: Page, life: Life): Promise<void> {
  await showAccount(page, life)
  await page.getByRole('button', { name: 'Adjust balance…' }).click()
  await page.getByLabel('Amount in USD').fill('2.5000001')
  await page.getByLabel('Reason').fill('Goodwill after an outage, ticket 4711')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Credit $2.5000001' }).waitFor()
}

async function showAlarm(page: Page): Promise<void> {
  await page.route('**/site/operator/overview', route => route.fulfill({ json: ALARM }))
  await page.route('**/site/operator/refunds*', route => route.fulfill({ json: REFUNDS }))
  await pressing(pages.operator, /^Show as table.*Why calls were refunded$/)(page)
}

function auditWith(violationCount: number, hoursAgo: number): AuditsResponse['audits'][number] {
  const violation = {
    rule: 'a balance equals the sum of its movements',
    subject: '019a8467-3c1e-7c44-9d0e-5b1f6f1a2b3c',
    detail: 'balance 123450000, movements 123350000',
  }
  return {
    audit_id: `019a8467-3c1e-7c44-9d0e-${String(hoursAgo).padStart(12, '0')}`,
    cause: 'service',
    started_at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    took_ms: 84,
    rules: 23,
    violations: violationCount === 0 ? [] : [violation],
    violation_count: violationCount,
  }
}

const ALARM: OverviewResponse = {
  accounts: 1_204,
  balance_units: 1_234_567_890_123,
  held_units: 123_000_000,
  debt_units: 123_400_000,
  earned_units: 9_876_500_000,
  refunded_units: 45_600_000,
  recharged_units: 25_000_000_000,
  held_calls: 37,
  oldest_held_at: new Date(Date.now() - 84_000_000).toISOString(),
  overdue_calls: 2,
  last_audit: auditWith(204, 1),
}
const REFUNDS: RefundsResponse = {
  captured: 12_040,
  refunded: 131,
  causes: [
    { cause: 'upstream_timeout', tool: 'finance_research', effort: 'deep', calls: 101 },
    { cause: 'upstream_bad_body', tool: 'answer', effort: null, calls: 30 },
  ],
}
