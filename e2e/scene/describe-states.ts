import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import {
  expectAccessible,
  expectDarkAndNarrow,
} from '../../server/src/testing/browser/expect-accessible.ts'
import { describeWebsite } from './describe-website.ts'
import { joinViewers, openAgainAs, SIZES, type Viewers } from './join-viewers.ts'
import { pageStates } from './page-states.ts'
import { settle, standStill } from './settle.ts'
import type { Viewer } from './show-page.ts'
import { watchShifts } from './watch-shifts.ts'

/** Half of the limit that browsers call good: on a busy machine, parts of a page may arrive one by one. */
const MOST_SHIFT = 0.05

/** True to check every state. A browser takes minutes for it, so by default each page is checked in one. */
const CHECKS_ALL = process.env['FOOTNOTE_ALL_STATES'] === 'true'

/** Tests that hold for every page, for some of the viewers. */
export function describeStates(viewers: readonly Viewer[]): void {
  const states = pageStates.filter(
    ({ viewer, name }) => viewers.includes(viewer) && (CHECKS_ALL || !isVariant(name)),
  )
  describeWebsite(`every page of the ${viewers.join(' and the ')}`, scene => {
    let joined: Viewers
    beforeAll(async () => {
      joined = await joinViewers(scene)
    })

    it.each(states)('$name does not shift, fits any width and is accessible', async state => {
      const page = await openAgainAs(scene, joined, state.viewer)
      const shifts = await watchShifts(page)
      await state.show(page, joined.life)
      await settle(page)
      expect(await shifts.read()).toBeLessThan(MOST_SHIFT)
      await expectFitting(page, 'wide')
      await expectAccessible(page)
      // Changes the same page, since reopening it would take twice as long.
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize(SIZES.narrow)
      await standStill(page)
      await expectFitting(page, 'narrow')
      await expectDarkAndNarrow(page)
    })
  })
}

/** The dialogs and contents of a page are named after it: "usage-day" is a variant of "usage". */
function isVariant(name: string): boolean {
  return pageStates.some(other => name.startsWith(`${other.name}-`))
}

async function expectFitting(page: Page, size: keyof typeof SIZES): Promise<void> {
  const widthPx = await page.evaluate<number>('document.documentElement.scrollWidth')
  expect(widthPx, size).toBeLessThanOrEqual(SIZES[size].width)
}
