import type { Page } from 'playwright-core'

/** The cells of a table's rows as they are read, without its head. */
export async function readTable(page: Page, name: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name, exact: true }).locator('tbody tr')
  await rows.first().waitFor()
  return rows.evaluateAll(all =>
    all.map(row => [...row.children].map(cell => cell.innerText.replaceAll(/\s+/g, ' ').trim())),
  )
}
