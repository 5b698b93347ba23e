import type { Page } from 'playwright-core'
import { readTable } from './read-table.ts'

/** Reads the wallet's transactions, newest first: description, amount and balance. */
export async function readMovements(page: Page): Promise<string[][]> {
  return (await readTable(page, 'Transactions')).map(([, ...cells]) => cells)
}
