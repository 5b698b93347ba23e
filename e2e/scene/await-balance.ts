import type { Page } from 'playwright-core'

/** Waits until the wallet's page shows this balance, and nothing but it. */
export async function awaitBalance(page: Page, text: string): Promise<void> {
  const paragraphs = page.getByRole('region', { name: 'Balance' }).getByRole('paragraph')
  await paragraphs.filter({ hasText: new RegExp(`^${RegExp.escape(text)}$`) }).waitFor()
}
