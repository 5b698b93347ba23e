import type { Page } from 'playwright-core'

/** Reads the text of a table's cells, without the header. */
export async function readTable(page: Page, name: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name, exact: true }).locator('tbody tr')
  await rows.first().waitFor()
  return rows.evaluateAll(all =>
    all.map(row => [...row.children].map(cell => cell.innerText.replaceAll(/\s+/g, ' ').trim())),
  )
}
