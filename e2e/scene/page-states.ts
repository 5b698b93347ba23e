import { pages } from '@footnote/contract/site/pages'
import type { AutoRechargeResponse } from '@footnote/contract/site/responses'
import type { Page } from 'playwright-core'
import type { Life } from './live-in.ts'
import { operatorStates } from './operator-states.ts'
import { playSeller } from './play-seller.ts'
import { publicStates } from './public-states.ts'
import { open, type PageState, pressing } from './show-page.ts'
import { PASSWORD } from './sign-up.ts'
import { teamStates } from './team-states.ts'
import { toolsStates } from './tools-states.ts'

/** Every page of the website in each state that looks different. */
export const pageStates: readonly PageState[] = [
  ...publicStates,
  { name: 'sign-in', viewer: 'visitor', show: open(pages.signIn) },
  { name: 'sign-in-refused', viewer: 'visitor', show: showRefusal },
  { name: 'sign-up', viewer: 'visitor', show: open(pages.signUp) },
  { name: 'sign-up-terms', viewer: 'visitor', show: showTerms },
  { name: 'sign-up-faults', viewer: 'visitor', show: pressing(pages.signUp, 'Create account') },
  { name: 'sign-up-code', viewer: 'visitor', show: showCode },
  { name: 'second-factor', viewer: 'visitor', show: open(pages.secondFactor) },
  {
    name: 'backup-code',
    viewer: 'visitor',
    show: pressing(pages.secondFactor, 'Use a backup code'),
  },
  { name: 'forgot-password', viewer: 'visitor', show: open(pages.forgotPassword) },
  { name: 'forgot-password-sent', viewer: 'visitor', show: showSent },
  { name: 'reset-password', viewer: 'visitor', show: open(`${pages.resetPassword}?token=some`) },
  { name: 'reset-password-no-link', viewer: 'visitor', show: open(pages.resetPassword) },
  { name: 'no-such-page', viewer: 'visitor', show: open('/no-such-page') },
  { name: 'overview-new', viewer: 'newcomer', show: open(pages.overview) },
  { name: 'access-empty', viewer: 'newcomer', show: open(pages.access) },
  { name: 'wallet-empty', viewer: 'newcomer', show: open(pages.wallet) },
  { name: 'usage-empty', viewer: 'newcomer', show: open(pages.usage) },
  {
    name: 'receipt-missing',
    viewer: 'newcomer',
    show: showPayment(pages.receipt, 'paidPaymentId'),
  },
  { name: 'overview', viewer: 'regular', show: open(pages.overview) },
  { name: 'access', viewer: 'regular', show: open(pages.access) },
  { name: 'access-key-create', viewer: 'regular', show: pressing(pages.access, 'Create key') },
  { name: 'access-key-created', viewer: 'regular', show: showCreatedKey },
  {
    name: 'access-key-limits',
    viewer: 'regular',
    show: pressing(pages.access, 'Limits of production'),
  },
  {
    name: 'access-key-revoke',
    viewer: 'regular',
    show: pressing(pages.access, 'Revoke production'),
  },
  { name: 'connect', viewer: 'regular', show: showConnect },
  { name: 'connect-expired', viewer: 'regular', show: open(pages.connect) },
  { name: 'device', viewer: 'regular', show: open(pages.device) },
  { name: 'device-approve', viewer: 'regular', show: showDevice },
  { name: 'access-webhook-add', viewer: 'regular', show: pressing(pages.access, 'Add webhook') },
  { name: 'wallet', viewer: 'regular', show: open(pages.wallet) },
  { name: 'wallet-auto-recharge', viewer: 'regular', show: showAutoRecharge },
  { name: 'wallet-refund', viewer: 'regular', show: showRefund },
  { name: 'wallet-returned', viewer: 'regular', show: showReturn },
  { name: 'receipt', viewer: 'regular', show: showPayment(pages.receipt, 'paidPaymentId') },
  {
    name: 'receipt-refunded',
    viewer: 'regular',
    show: showPayment(pages.receipt, 'refundedPaymentId'),
  },
  { name: 'statement', viewer: 'regular', show: showStatement },
  { name: 'statement-empty', viewer: 'newcomer', show: open(statementPath()) },
  {
    name: 'test-payment',
    viewer: 'regular',
    show: showPayment(pages.testPayment, 'openPaymentId'),
  },
  {
    name: 'test-payment-made',
    viewer: 'regular',
    show: showPayment(pages.testPayment, 'paidPaymentId'),
  },
  { name: 'usage', viewer: 'regular', show: open(pages.usage) },
  {
    name: 'usage-table',
    viewer: 'regular',
    show: pressing(pages.usage, /^Show as table.*Spending per day$/),
  },
  { name: 'usage-day', viewer: 'regular', show: showDay },
  { name: 'usage-custom', viewer: 'regular', show: showCustomUsage },
  { name: 'settings', viewer: 'regular', show: open(pages.settings) },
  { name: 'settings-legal', viewer: 'regular', show: withSeller(pages.settings) },
  {
    name: 'settings-billing',
    viewer: 'regular',
    show: pressing(pages.settings, 'Edit billing details'),
  },
  {
    name: 'settings-password',
    viewer: 'regular',
    show: pressing(pages.settings, 'Change password'),
  },
  { name: 'settings-two-factor', viewer: 'regular', show: showTwoFactor },
  { name: 'settings-passkeys', viewer: 'regular', show: showPasskeys },
  {
    name: 'settings-passkey-add',
    viewer: 'regular',
    show: pressing(pages.settings, 'Add passkey'),
  },
  { name: 'settings-passkey-remove', viewer: 'regular', show: showPasskeyRemoval },
  {
    name: 'settings-close',
    viewer: 'regular',
    show: pressing(pages.settings, 'Close account…'),
  },
  ...teamStates,
  ...operatorStates,
  ...toolsStates,
]

function statementPath(): string {
  return pages.statement.replace('$month', new Date().toISOString().slice(0, 7))
}

/** Automatic recharge that is on, as with Stripe. */
async function showAutoRecharge(page: Page): Promise<void> {
  await page.route('**/site/session', async route => {
    const response = await route.fetch()
    const session = await response.json()
    session.service.payments = 'stripe'
    await route.fulfill({ response, json: session })
  })
  const plan: AutoRechargeResponse = {
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 },
    is_on: true,
    below_units: 50_000_000,
    amount_units: 250_000_000,
    month_cap_units: 1_000_000_000,
    month_units: 250_000_000,
    off_because: null,
  }
  await page.route('**/site/auto-recharge', route => route.fulfill({ json: plan }))
  await open(pages.wallet)(page)
}

/** A wallet with real money in it, of which some can be asked back. */
async function showRefund(page: Page): Promise<void> {
  await playSeller(page)
  await page.route('**/site/wallet', async route => {
    const response = await route.fetch()
    const wallet = await response.json()
    await route.fulfill({ response, json: { ...wallet, refundable_units: 425_000_000 } })
  })
  await open(pages.wallet)(page)
  await page.getByRole('button', { name: 'Request a refund' }).waitFor()
}

async function showStatement(page: Page): Promise<void> {
  await playSeller(page)
  await open(statementPath())(page)
  await page.getByText('Closing balance').waitFor()
}

function withSeller(path: string) {
  return async (page: Page): Promise<void> => {
    await playSeller(page)
    await open(path)(page)
  }
}

function showPayment(path: string, which: keyof Life) {
  return (page: Page, life: Life) => open(path.replace('$paymentId', life[which]))(page)
}

async function showRefusal(page: Page): Promise<void> {
  await open(pages.signIn)(page)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('alert').waitFor()
}

/** The form as a service with a public address shows it. */
async function showTerms(page: Page): Promise<void> {
  await playSeller(page)
  await pressing(pages.signUp, 'Create account')(page)
  await page.getByText('Accept the terms to create an account.').waitFor()
}

async function showCode(page: Page): Promise<void> {
  await open(pages.signUp)(page)
  await page.getByLabel('Email').fill('somebody.with.a.long.address@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
}

async function showSent(page: Page): Promise<void> {
  await open(pages.forgotPassword)(page)
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
}

async function showCreatedKey(page: Page): Promise<void> {
  await pressing(pages.access, 'Create key')(page)
  await page.getByLabel('Name').fill(`laptop ${page.viewportSize()?.width} ${Date.now()}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('dialog', { name: 'Save your API key' }).waitFor()
}

/** A request of an app to connect, as its user sees it. */
async function showConnect(page: Page): Promise<void> {
  const redirect_uri = 'https://agents.example.com/callback'
  const registered = await page.request.post('/auth/oauth2/register', {
    data: {
      client_name: 'Desktop assistant',
      redirect_uris: [redirect_uri],
      token_endpoint_auth_method: 'none',
    },
  })
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: (await registered.json()).client_id,
    redirect_uri,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  })
  await open(`/auth/oauth2/authorize?${query}`)(page)
}

/** A login by the command line, after its code was entered. */
async function showDevice(page: Page): Promise<void> {
  const started = await page.request.post('/auth/device/code', {
    form: { client_id: 'footnote-cli', device_name: 'laptop' },
  })
  await open(pages.device)(page)
  await page.getByLabel('Code').fill((await started.json()).user_code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Log in this device?' }).waitFor()
}

async function showReturn(page: Page, { paidPaymentId }: Life): Promise<void> {
  await open(`${pages.wallet}?payment=${paidPaymentId}`)(page)
  await page.getByText('Your balance is now').waitFor()
}

async function showDay(page: Page): Promise<void> {
  await open(pages.usage)(page)
  const chart = page.getByRole('application')
  await chart.focus()
  for (let day = 0; day < 9; day += 1) await chart.press('ArrowLeft')
}

/** A range by key, with the calls of one of its days. */
async function showCustomUsage(page: Page): Promise<void> {
  const day = (back: number) =>
    new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length)
  await open(`${pages.usage}?from=${day(60)}&to=${day(1)}&by=key`)(page)
  const chart = page.getByRole('application')
  await chart.focus()
  for (let back = 0; back < 4; back += 1) await chart.press('ArrowLeft')
  await chart.press('Enter')
  await page.getByRole('button', { name: 'Show all days' }).waitFor()
}

async function showTwoFactor(page: Page): Promise<void> {
  await pressing(pages.settings, 'Set up')(page)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
}

/** Answered here, since the member of these pages has none. */
async function showPasskeys(page: Page): Promise<void> {
  const passkeys = [
    { passkey_id: '0198e7a0-0000-7000-8000-000000000001', name: 'Work laptop', is_synced: false },
    { passkey_id: '0198e7a0-0000-7000-8000-000000000002', name: 'Phone', is_synced: true },
  ].map(passkey => ({ ...passkey, created_at: '2026-11-02T09:30:00.000Z' }))
  await page.route('**/site/passkeys', route => route.fulfill({ json: { passkeys } }))
  await open(pages.settings)(page)
  await page.getByRole('table', { name: 'Passkeys' }).scrollIntoViewIfNeeded()
}

async function showPasskeyRemoval(page: Page): Promise<void> {
  await showPasskeys(page)
  await page.getByRole('button', { name: 'Remove Phone' }).click()
}
