import type { Page } from 'playwright-core'
import type { Life } from './live-in.ts'

/** The viewer of a page: a visitor, a new member, a member of some weeks, or an admin. */
export type Viewer = 'visitor' | 'newcomer' | 'regular' | 'operator'

export interface PageState {
  readonly name: string
  readonly viewer: Viewer
  /** Brings an empty tab to the state. */
  readonly show: (page: Page, life: Life) => Promise<void>
}

/** Opens a page and waits for its heading. */
export function open(path: string) {
  return async (page: Page): Promise<void> => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
}

/** Opens a page and presses a button. */
export function pressing(path: string, button: string | RegExp) {
  return async (page: Page): Promise<void> => {
    await open(path)(page)
    await page.getByRole('button', { name: button, exact: true }).click()
  }
}
