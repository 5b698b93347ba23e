import type { Page } from 'playwright-core'

/** Colours that change take their time; what pulses while it is awaited never ends by itself. */
const ENDED = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
  .map(({ finished }) => finished.catch(() => {}))).then(() => true)`

/** Waits until everything that a page asked for is there and drawn as it will stay. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => true)')
  // The first frame after a change of colours starts their transitions.
  await page.evaluate(
    'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  await page.evaluate(ENDED)
}
