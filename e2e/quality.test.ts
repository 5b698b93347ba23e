import { pages } from '@footnote/contract/site/pages'
import { beforeAll, expect, it } from 'vitest'
import { describeWebsite } from './scene/describe-website.ts'
import { joinViewers, openAs, type Viewers } from './scene/join-viewers.ts'
import { openMember } from './scene/open-member.ts'
import { settle } from './scene/settle.ts'

describeWebsite('the website', scene => {
  let viewers: Viewers
  beforeAll(async () => {
    viewers = await joinViewers(scene)
  })

  it.each([
    { name: 'home', path: pages.home, viewer: 'visitor' },
    { name: 'prices', path: pages.prices, viewer: 'visitor' },
    { name: 'sign-in', path: pages.signIn, viewer: 'visitor' },
    { name: 'access', path: pages.access, viewer: 'regular' },
  ] as const)(
    'everything on $name is reached with Tab, and one sees where one is',
    async target => {
      const page = await openAs(scene, viewers, target.viewer)
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
    { name: 'the home page', path: pages.home, viewer: 'visitor', most: 90_000 },
    { name: 'the prices', path: pages.prices, viewer: 'visitor', most: 85_000 },
    { name: 'the sign-in', path: pages.signIn, viewer: 'visitor', most: 85_000 },
    { name: 'the documentation', path: '/docs', viewer: 'visitor', most: 7_000 },
    { name: 'the overview', path: pages.overview, viewer: 'regular', most: 115_000 },
  ] as const)('$name loads less than $most bytes of scripts', async target => {
    const page = await openAs(scene, viewers, target.viewer)
    await page.goto(target.path)
    await settle(page)
    const bytes = await page.evaluate<number>(
      `performance.getEntriesByType('resource').filter(({ name }) => /\\.js$/.test(name))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
    )
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(target.most)
  })

  it('a page whose code or data could not be loaded recovers by itself', async () => {
    const page = await openAs(scene, viewers, 'regular')
    await page.goto(pages.overview)
    await settle(page)
    // Without the code of the page, and without data that is not loaded yet.
    const isLost = (url: URL) => /team-page|\/site\/keys|\/healthz/.test(url.href)
    await page.route(isLost, route => route.abort('aborted'))
    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByRole('heading', { name: 'This page failed to load' }).waitFor()
    await page.unroute(isLost)
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor()

    await page.route(isLost, route => route.abort('aborted'))
    await page.goto(pages.access)
    await page.getByText('Can’t reach Footnote').waitFor()
    await page.unroute(isLost)
    await page.getByRole('table', { name: 'Active keys' }).waitFor()
  })

  it('nothing moves for who wants no motion, also while something is awaited', async () => {
    const { page } = await openMember(scene, {
      member: viewers.regular,
      reducedMotion: 'reduce',
    })
    const awaited = Promise.withResolvers<void>()
    await page.route('**/site/keys', async route => {
      await awaited.promise
      await route.continue()
    })
    await page.goto(pages.access)
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    expect(await page.evaluate<number>('document.getAnimations().length')).toBe(0)
    awaited.resolve()
    await page.getByRole('table', { name: 'Active keys' }).waitFor()
    await page.getByText('1 revoked key').click()
    expect(await page.evaluate<number>('document.getAnimations().length')).toBe(0)
  })

  it('the theme that is chosen holds on every page, and nothing but it and a sign of the session is kept', async () => {
    const page = await openAs(scene, viewers, 'regular')
    await page.goto(pages.settings)
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.goto(pages.usage)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    const kept = await page.evaluate<string>('JSON.stringify({ ...localStorage })')
    expect(JSON.parse(kept)).toEqual({ theme: 'dark', member: '' })
  })
})

/** Numbers what Tab leads to, which is one of each group of radio buttons or tabs; gives how many. */
const MARK_INTERACTIVE = `(() => {
  const all = [...document.querySelectorAll(
    'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select, summary, [tabindex="0"]',
  )].filter(element => element.checkVisibility() && element.tabIndex >= 0
    && (element.type !== 'radio' || element.checked))
  all.forEach((element, index) => { element.dataset.mark = String(index + 1) })
  return all.length
})()`

/** The focused element, and whether it or its label has an outline. */
const DESCRIBE_FOCUS = `(() => {
  const focused = document.activeElement
  const outline = element => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
  }
  const { width, height } = focused.getBoundingClientRect()
  return { mark: focused.dataset.mark ?? '', isSeen: outline(focused) && width > 1 && height > 1 }
})()`
