import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'

/** Asks for a recharge in the wallet, up to where it is paid. */
export async function recharge(page: Page, usd: string): Promise<void> {
  await page.goto(pages.wallet)
  await page.getByLabel('Amount in USD').fill(usd)
  await page.getByRole('button', { name: /^Recharge \$/ }).click()
}

/** The same, and pays on the page for tests; the balance is there when it ends. */
export async function rechargeByTest(page: Page, usd: string): Promise<void> {
  await recharge(page, usd)
  await page.getByRole('button', { name: 'Pay (test)' }).click()
  await page.getByText('The balance is now').waitFor()
}
