import type { Page } from 'playwright-core'

/**
 * Waits for transitions, ignoring endless animations. It checks frame by frame, because a page that
 * requests no frames may stop drawing, and its transitions would never end.
 */
const ENDED = `new Promise(done => {
  const isUnderWay = ({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity
  const look = () => document.getAnimations().some(isUnderWay) ? requestAnimationFrame(look) : done()
  look()
})`

/** Waits until a page has loaded everything and stopped changing. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => true)')
  await standStill(page)
}

/** Waits until a change of appearance has finished. */
export async function standStill(page: Page): Promise<void> {
  // Transitions start in the first frame after a change.
  await page.evaluate(
    'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  await page.evaluate(ENDED)
}
