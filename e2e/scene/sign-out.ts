import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(`**${pages.signIn}`)
}
