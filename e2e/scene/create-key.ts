import type { Locator, Page } from 'playwright-core'

/** Creates a key in the dialog and returns it; the caller closes the dialog. */
export async function createKey(
  page: Page,
  name: string,
): Promise<{ dialog: Locator; key: string }> {
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save your API key' })
  const key = await dialog
    .getByRole('region', { name: `Key ${name}` })
    .locator('code')
    .innerText()
  return { dialog, key }
}
