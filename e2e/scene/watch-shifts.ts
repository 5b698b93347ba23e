import type { Page } from 'playwright-core'

const SCRIPT = `
  globalThis.shifted = 0
  const observer = new PerformanceObserver(list => {
    for (const { value } of list.getEntries()) globalThis.shifted += value
  })
  observer.observe({ type: 'layout-shift', buffered: true })
  for (const name of ['pointerdown', 'keydown', 'input'])
    addEventListener(name, () => observer.disconnect(), { capture: true })`

/**
 * Adds up the layout shifts of each document opened from now on, until the first interaction. An action
 * may make room for its result, however long that takes.
 */
export async function watchShifts(page: Page): Promise<{ read(): Promise<number> }> {
  await page.addInitScript(SCRIPT)
  return { read: () => page.evaluate<number>('shifted') }
}
