import type { Page } from 'playwright-core'

/** Waits until the wallet page shows exactly this balance. */
export async function awaitBalance(page: Page, text: string): Promise<void> {
  const paragraphs = page.getByRole('region', { name: 'Balance' }).getByRole('paragraph')
  await paragraphs.filter({ hasText: new RegExp(`^${RegExp.escape(text)}$`) }).waitFor()
}
