import type { Page } from 'playwright-core'

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
