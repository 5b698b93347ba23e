import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  expectAccessible,
  expectContrast,
} from '../server/src/testing/browser/expect-accessible.ts'
import { joinWebsite, type TestMember } from '../server/src/testing/join-website.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { type Life, liveIn } from './scene/live-in.ts'
import { openMember } from './scene/open-member.ts'
import { pageStates, type Viewer } from './scene/page-states.ts'
import { settle } from './scene/settle.ts'
import { watchShifts } from './scene/watch-shifts.ts'

const MOST_SHIFT = 0.02
const MOST_SCRIPT_BYTES = 200_000
const SIZES = { wide: { width: 1280, height: 800 }, narrow: { width: 375, height: 812 } }

describeWebsite('every page in every state', scene => {
  let newcomer: TestMember
  let regular: TestMember
  let life: Life
  beforeAll(async () => {
    newcomer = await joinWebsite(scene.site)
    regular = await joinWebsite(scene.site)
    const { database, url } = scene.site
    life = await liveIn(database, { accountId: regular.accountId, origin: url })
  }, 120_000)

  async function openAs(viewer: Viewer, size: keyof typeof SIZES): Promise<Page> {
    const options = { viewport: SIZES[size], isMobile: size === 'narrow' }
    if (viewer === 'visitor') return scene.openPage(options)
    const member = viewer === 'newcomer' ? newcomer : regular
    return (await openMember(scene, { ...options, member })).page
  }

  describe.each(['wide', 'narrow'] as const)('%s', size => {
    it.each(pageStates)('$name stands still, fits and is accessible', async state => {
      const page = await openAs(state.viewer, size)
      const shifts = await watchShifts(page)
      await state.show(page, life)
      await settle(page)
      expect(await shifts.read()).toBeLessThan(MOST_SHIFT)
      const widthPx = await page.evaluate<number>('document.documentElement.scrollWidth')
      expect(widthPx).toBeLessThanOrEqual(SIZES[size].width)
      await expectAccessible(page)
      // The narrow page has the same colours.
      if (size === 'narrow') return
      await page.emulateMedia({ colorScheme: 'dark' })
      await settle(page)
      await expectContrast(page)
    })
  })

  it.each([
    { name: 'sign-in', path: pages.signIn, viewer: 'visitor' },
    { name: 'keys', path: pages.keys, viewer: 'regular' },
  ] as const)(
    'everything on $name is reached with Tab, and one sees where one is',
    async target => {
      const page = await openAs(target.viewer, 'wide')
      await page.goto(target.path)
      await settle(page)
      // From the very start, wherever the page has put the focus.
      await page.evaluate('document.activeElement.blur(); getSelection().removeAllRanges()')
      const all = await page.evaluate<number>(MARK_INTERACTIVE)
      const reached = new Set<string>()
      for (let step = 0; step < all + 5; step += 1) {
        await page.keyboard.press('Tab')
        const focused = await page.evaluate<{ mark: string; isSeen: boolean }>(DESCRIBE_FOCUS)
        if (focused.mark === '') continue
        expect(focused.isSeen, `focus on ${focused.mark}`).toBe(true)
        reached.add(focused.mark)
      }
      expect(reached.size).toBe(all)
    },
  )

  it.each([
    { name: 'the sign-in', path: pages.signIn, viewer: 'visitor' },
    { name: 'the overview', path: pages.overview, viewer: 'regular' },
  ] as const)('$name loads less than 200 kB of scripts', async target => {
    const page = await openAs(target.viewer, 'wide')
    await page.goto(target.path)
    await settle(page)
    const bytes = await page.evaluate<number>(
      `performance.getEntriesByType('resource').filter(({ name }) => /\\.js$/.test(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    )
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(MOST_SCRIPT_BYTES)
  })

  it('nothing moves for who wants no motion, also while something is awaited', async () => {
    const { page } = await openMember(scene, { member: regular, reducedMotion: 'reduce' })
    const awaited = Promise.withResolvers<void>()
    await page.route('**/site/keys', async route => {
      await awaited.promise
      await route.continue()
    })
    await page.goto(pages.keys)
    await page.getByRole('heading', { name: 'Active keys' }).waitFor()
    expect(await page.evaluate<number>('document.getAnimations().length')).toBe(0)
    awaited.resolve()
    await page.getByRole('table', { name: 'Active keys' }).waitFor()
    await page.getByText('1 revoked key').click()
    expect(await page.evaluate<number>('document.getAnimations().length')).toBe(0)
  })

  it('the theme that is chosen holds on every page and is all that is kept', async () => {
    const page = await openAs('regular', 'wide')
    await page.goto(pages.settings)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.goto(pages.usage)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage })')
    expect(JSON.parse(kept)).toEqual({ theme: 'dark' })
  })
})

/** Numbers what can be operated, one of each group of radio buttons; gives how many there are. */
const MARK_INTERACTIVE = `(() => {
  const all = [...document.querySelectorAll(
    'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select, summary, [tabindex="0"]',
  )].filter(element => element.checkVisibility())
  all.forEach((element, index) => { element.dataset.mark = String(index + 1) })
  return all.length
})()`

/** What has the focus, and whether it or what stands for it has an outline. */
const DESCRIBE_FOCUS = `(() => {
  const focused = document.activeElement
  const outline = element => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  const { width, height } = focused.getBoundingClientRect()
  return { mark: focused.dataset.mark ?? '', isSeen: outline(focused) && width > 1 && height > 1 }
})()`
