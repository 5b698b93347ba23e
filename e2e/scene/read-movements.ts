import type { Page } from 'playwright-core'
import { readTable } from './read-table.ts'

/** The wallet's movements, newest first: what happened, how much, and what was left. */
export async function readMovements(page: Page): Promise<string[][]> {
  return (await readTable(page, 'Movements')).map(([, ...cells]) => cells)
}
