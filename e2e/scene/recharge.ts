import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'

/** Starts a recharge, up to the payment page. */
export async function recharge(page: Page, usd: string): Promise<void> {
  await page.goto(pages.wallet)
  await page.getByLabel('Amount in USD').fill(usd)
  await page.getByRole('button', { name: /^Recharge \$/ }).click()
}

/** Recharges with a test payment and waits for the balance. */
export async function rechargeByTest(page: Page, usd: string): Promise<void> {
  await recharge(page, usd)
  await page.getByRole('button', { name: 'Pay (test)' }).click()
  await page.getByText('Your balance is now').waitFor()
}
