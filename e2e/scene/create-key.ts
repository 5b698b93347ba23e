import type { Locator, Page } from 'playwright-core'

/** From the button to the dialog that shows the key this once; the caller closes it. */
export async function createKey(
  page: Page,
  name: string,
): Promise<{ dialog: Locator; key: string }> {
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Create the key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your new key' })
  const key = await dialog
    .getByRole('region', { name: `Key ${name}` })
    .locator('code')
    .innerText()
  return { dialog, key }
}
