import { readFile } from 'node:fs/promises'
import { pages } from '@footnote/contract/site/pages'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../server/src/testing/browser/expect-accessible.ts'
import { type StubUpstream, startStubUpstream } from '../server/src/testing/stubs/stub-upstream.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { giveMoney } from './scene/give-money.ts'
import { bombs, hostileReport, hostileSources } from './scene/hostile-report.ts'
import { openMember } from './scene/open-member.ts'

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
/** Elements and attributes that a report must not bring into the page. */
const FORBIDDEN = 'script,iframe,img,style,form,input,object,embed,base,meta,link,video,audio'
const CLOBBERING = '.report-text :is([id], [name], [style*="url"])'

const answer = {
  answer:
    'Nobody owns the moon [[1]].\n\n| Treaty | Says |\n|---|---|\n| 1967 | no claims **[[1, 2]]** |',
  citations: [
    { source: 'https://www.example.com/treaty', excerpts: ['Not subject to appropriation.'] },
    { source: 'https://moon.example.org/', excerpts: [] },
  ],
  results: {
    web: [
      {
        url: 'https://www.example.com/treaty',
        title: 'The treaty of 1967',
        snippets: [],
        page_age: '2016-01-27T00:00:00',
      },
      { url: 'https://also.example.org/', title: 'Only found', snippets: [], page_age: 'lately' },
    ],
  },
}

let upstream: StubUpstream

describeWebsite(
  'reports',
  scene => {
    async function openTool(path: string, options: BrowserContextOptions = {}): Promise<Page> {
      const { page, member } = await openMember(scene, options)
      await giveMoney(scene.site.database, member.accountId, '2')
      await page.goto(path)
      await page.getByRole('textbox').first().fill('Who owns the moon?')
      return page
    }
    const run = (page: Page) => page.getByRole('button', { name: /^Run for/ }).click()
    const research = (content: unknown, sources: unknown = hostileSources) => {
      upstream.handler = () => ({ body: { output: { content, content_type: 'text', sources } } })
    }

    it('renders a hostile report readably without running or requesting anything', async () => {
      research(hostileReport)
      const page = await openTool(pages.research)
      await run(page)
      const report = page.getByRole('article')
      await report.getByText('The last line can be read').waitFor()

      expect(await page.evaluate('globalThis.hasRun')).toBeUndefined()
      expect(new URL(page.url()).pathname).toBe(pages.research)
      expect(await report.locator(FORBIDDEN).count()).toBe(0)
      expect(await report.locator(CLOBBERING).count()).toBe(0)
      const text = (await report.textContent()) ?? ''
      expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069]/)
      for (const part of ['<script>globalThis', 'Image: pixel', '[[7]]', '[[9]]', 'Skipped levels'])
        expect(text).toContain(part)
      // Character references are decoded after directions and markers.
      const forged = report.getByText('Turnedround and forged ⸨0⸩ ⸨0⸩ [[1]] ends')
      expect(await forged.locator('[data-citation]').count()).toBe(0)

      const links = await report.locator('a').evaluateAll(all =>
        all.map(link => ({
          href: link.getAttribute('href') ?? '',
          rel: link.getAttribute('rel'),
          target: link.getAttribute('target'),
        })),
      )
      expect(links.length).toBeGreaterThan(12)
      for (const { href, rel, target } of links) {
        expect(href).toMatch(/^https?:\/\//)
        expect({ rel, target }).toEqual({ rel: 'noreferrer noopener', target: '_blank' })
      }
      expect(links.map(({ href }) => href)).toContain('https://example.com/bare')
      expect(await report.locator('code [data-citation]').count()).toBe(0)
      expect(await report.locator('a a, a button').count()).toBe(0)
      await report.getByRole('button', { name: 'Source 2: <img' }).first().focus()
      const levels = await report
        .locator('h2,h3,h4,h5,h6')
        .evaluateAll(all => all.map(({ tagName }) => Number(tagName[1])))
      for (const [index, level] of levels.slice(1).entries())
        expect(level - (levels[index] ?? 0)).toBeLessThan(2)
      await expectAccessible(page)
    })

    it('shows texts that break the parser unchanged', async () => {
      const page = await openTool(pages.research)
      for (const [index, bomb] of bombs.entries()) {
        research(`${bomb}\n\nEnd of bomb ${index}.`)
        await run(page)
        await page.getByRole('article').getByText(`End of bomb ${index}.`).waitFor()
      }
    })

    it('shows a citation’s source by mouse and keyboard and jumps back from the list', async () => {
      upstream.handler = () => ({ body: answer })
      const page = await openTool(pages.answer)
      await run(page)
      const report = page.getByRole('article', { name: 'Who owns the moon?' })
      const first = report.getByRole('link', { name: 'Source 1: The treaty of 1967, example.com' })
      const excerpt = report.getByText('Not subject to appropriation.')
      await first.first().hover()
      await excerpt.waitFor()
      await report.getByRole('time').or(report.getByText('27 Jan 2016')).first().waitFor()
      await expectAccessible(page)
      await excerpt.hover()
      await page.keyboard.press('Escape')
      await excerpt.waitFor({ state: 'detached' })
      await first.first().hover()
      await excerpt.waitFor()
      await page.mouse.move(0, 0)
      await excerpt.waitFor({ state: 'detached' })

      await report
        .getByRole('button', { name: '1: go to the citation of The treaty of 1967' })
        .press('Enter')
      await excerpt.waitFor()
      expect(await first.first().evaluate(link => link.matches(':focus'))).toBe(true)
      await page.keyboard.press('Tab')
      await excerpt.waitFor({ state: 'detached' })
      const found = report.getByRole('region', { name: 'Also found' })
      expect(await found.getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringMatching(/Only found\s+also\.example\.org · lately/),
      ])

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        report.getByRole('button', { name: 'Markdown' }).click(),
      ])
      expect(await readFile(await download.path(), 'utf8')).toMatch(
        /^# Who owns the moon\?\n\nNobody owns the moon \[\^1\]\.[\s\S]*\[\^2\]: moon\\\.example\\\.org, <https:\/\/moon\.example\.org\/>\n$/,
      )
      await page.emulateMedia({ media: 'print' })
      await report.getByText('https://www.example.com/treaty', { exact: true }).waitFor()
      expect(await page.getByRole('textbox').count()).toBe(0)
      expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0)
    })

    it('opens the source within the screen on a first tap and closes it on a tap elsewhere', async () => {
      upstream.handler = () => ({ body: answer })
      const page = await openTool(pages.answer, PHONE)
      await run(page)
      const report = page.getByRole('article')
      await report.locator('td [data-citation="2"]').tap()
      const card = report.locator('[popover]')
      const link = card.getByRole('link', { name: 'moon.example.org' })
      await link.waitFor()
      const box = await card.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
      expect(page.context().pages()).toHaveLength(1)
      await expectAccessible(page)
      await report.getByRole('heading', { level: 2 }).tap()
      await card.waitFor({ state: 'detached' })
    })

    it('shows a structured result as cited fields and as JSON', async () => {
      const object = { name: 'Luna [[1]]', owner: null, claims: [{ by: '<b>x</b>', valid: false }] }
      research(object)
      const page = await openTool(pages.research)
      // The schema editor has its own tests.
      const output_schema = {
        type: 'object',
        properties: {},
        required: [],
        additionalProperties: false,
      }
      await page.route('**/site/research', (route, request) =>
        route.continue({ postData: { ...request.postDataJSON(), output_schema } }),
      )
      await run(page)
      const report = page.getByRole('article')
      await report.getByText('<b>x</b>').waitFor()
      await expectAccessible(page)
      await report
        .getByRole('group', { name: 'Table: claims' })
        .getByRole('cell', { name: 'false' })
        .waitFor()
      await report.getByRole('tab', { name: 'Fields' }).press('ArrowRight')
      expect(JSON.parse((await report.getByRole('tabpanel').textContent()) ?? '')).toEqual(object)
      await report.getByRole('button', { name: '1: go to the citation of An honest page' }).click()
      await report.getByRole('link', { name: 'Source 1: An honest page, example.com' }).waitFor()
    })
  },
  async () => {
    upstream = await startStubUpstream()
    return { settings: {}, origins: [], upstream }
  },
)
