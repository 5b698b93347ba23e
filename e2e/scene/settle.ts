import type { Page } from 'playwright-core'

/**
 * Colours that change take their time; what pulses while it is awaited never ends by itself. Looked at
 * frame by frame: a page that asks for none may be drawn no more, and its transitions stand still.
 */
const ENDED = `new Promise(done => {
  const isUnderWay = ({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity
  const look = () => document.getAnimations().some(isUnderWay) ? requestAnimationFrame(look) : done()
  look()
})`

/** Waits until everything that a page asked for is there and drawn as it will stay. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('document.fonts.ready.then(() => true)')
  await standStill(page)
}

/** The same where only the look has changed. */
export async function standStill(page: Page): Promise<void> {
  // The first frame after a change of colours starts their transitions.
  await page.evaluate(
    'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  await page.evaluate(ENDED)
}
