import { pages } from '@footnote/contract/site/pages'
import { waitFor } from '@footnote/platform/testing/wait-for'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { countCalls } from '../server/src/figures/count-calls.ts'
import { createKey } from '../server/src/keys/keys.ts'
import { post } from '../server/src/testing/scenes/test-service.ts'
import { backdate } from './scene/backdate.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { giveMoney } from './scene/give-money.ts'
import { openMember } from './scene/open-member.ts'
import { payForCall } from './scene/pay-for-call.ts'
import { readTable } from './scene/read-table.ts'
import { settle } from './scene/settle.ts'

const AGO_MS = 60_000
const HOUR_MS = 3_600_000

describeWebsite('the public pages', scene => {
  const result = (page: Page, name: string) =>
    page.getByRole('region', { name: `Recorded result: ${name}` })

  /** Counts the calls as if they had been settled a while ago. */
  async function recount(chargeIds: readonly string[]): Promise<void> {
    const { database } = scene.site
    // All in one hour, and so in one day, whatever the clock says.
    const at = new Date(Math.floor((Date.now() - AGO_MS) / HOUR_MS) * HOUR_MS)
    await backdate(database, { charges: chargeIds.map(id => ({ id, at })) })
    await database.query('delete from calls_counted')
    await waitFor('the count', async () => {
      await countCalls(database)
      return (await database.query('select from call_hour')).rowCount
    })
  }

  it('shows recorded calls with their sources on the home page, by keyboard and without calls', async () => {
    const page = await scene.openPage()
    const session = page.waitForResponse('**/site/session')
    await page.goto(pages.home)
    await page.getByText(/^Recorded from the built-in engine on .*makes no calls/).waitFor()
    await page.getByRole('radio', { name: 'Answer' }).focus()
    expect(await result(page, 'Answer').innerText()).toContain('Canada has the longest coastline')
    await result(page, 'Answer')
      .getByRole('link', { name: /^Canada — The World Factbook/ })
      .waitFor()

    await session
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.keyboard.press('ArrowRight')
    await result(page, 'Research').getByRole('table').first().waitFor()
    await result(page, 'Research')
      .getByRole('link', { name: /^Uruguay — The World Factbook/ })
      .waitFor()
    await page.keyboard.press('ArrowRight')
    await result(page, 'Structured output').getByText('Reykjavik').first().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('tabpanel', { name: 'TypeScript' }).innerText()).toContain(
      `fetch('${scene.site.url}/api/v1/research'`,
    )
    await settle(page)
    // Scripts of the page itself are no calls.
    expect(asked.filter(url => !url.startsWith(`${scene.site.url}/assets/`))).toEqual([])

    await page.getByRole('link', { name: 'Note 3' }).press('Enter')
    await page.getByRole('link', { name: 'Back to reference 3' }).press('Enter')
    expect(new URL(page.url()).hash).toBe('#mark-refunds')
  })

  it.each([pages.home, pages.signIn, `${pages.signIn}?next=${pages.wallet}`])(
    'keep what a reader does on %s before its code has loaded',
    async path => {
      const page = await scene.openPage()
      const loaded = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', async route => {
        await loaded.promise
        await route.continue()
      })
      await page.goto(path, { waitUntil: 'commit' })
      const password = page.getByRole('textbox', { name: 'Password' })
      if (path !== pages.home) await password.fill('typed early')
      await page.getByRole('button', { name: 'Theme: system. Switch to light' }).click()
      loaded.resolve()
      await page.getByRole('button', { name: 'Theme: light. Switch to dark' }).waitFor()
      expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
      if (path !== pages.home) expect(await password.inputValue()).toBe('typed early')
    },
  )

  it('keep a number in the field that it was typed into', async () => {
    const page = await scene.openPage()
    const loaded = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async route => {
      await loaded.promise
      await route.continue()
    })
    await page.goto(`${pages.prices}?from=mail`, { waitUntil: 'commit' })
    await page.getByRole('textbox', { name: /^Research, deep / }).fill('7')
    loaded.resolve()
    await page.getByRole('status').getByText('$37.10').waitFor()
  })

  it('start once their code can be loaded', async () => {
    const page = await scene.openPage()
    const lost = '**/assets/*.js'
    await page.route(lost, route => route.abort('aborted'))
    const failed = page.waitForEvent('requestfailed', request => request.resourceType() === 'fetch')
    await page.goto(pages.prices)
    await failed
    const started = page.waitForResponse('**/site/session')
    await page.unroute(lost)
    await started
    await page.getByRole('textbox', { name: /^Research, deep / }).fill('7')
    await page.getByRole('status').getByText('$37.10').waitFor()
  })

  it('adds up prices to the cent, typed or set with the slider', async () => {
    const page = await scene.openPage()
    await page.goto(pages.prices)
    const sum = page.getByRole('status')
    expect(await sum.innerText()).toBe('$41.00')
    expect(await readTable(page, 'Prices per call')).toContainEqual(
      expect.arrayContaining(['$3.60']),
    )
    const calls = (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name} `) })
    await calls('Answer').fill('3')
    await calls('Research, standard').fill('7')
    await calls('Research, deep').fill('0')
    await calls('Financial research, exhaustive').fill('1,002')
    expect(await sum.innerText()).toBe('$1,504.11')
    const range = page.getByRole('slider', { name: 'Research, frontier' })
    await range.focus()
    for (let step = 0; step < 3; step += 1) await range.press('ArrowRight')
    expect(await range.getAttribute('aria-valuetext')).toBe('5 calls')
    expect(await calls('Research, frontier').inputValue()).toBe('5')
    expect(await sum.innerText()).toBe('$1,522.11')
    await page.getByText('about 9 days').waitFor()
  })

  it('shows an empty status first, then how the calls ended', async () => {
    const { database, url } = scene.site
    const { page, member } = await openMember(scene)
    const { accountId } = member
    await page.goto(pages.status)
    await page.getByText('Accepting calls', { exact: true }).waitFor()
    await page.getByText('No calls in this period').waitFor()

    await giveMoney(database, accountId, '5')
    const key = await createKey(database, { accountId, name: 'web' })
    if (!key) throw new Error('the name is taken')
    const ids: string[] = []
    for (const query of ['Capital of Bolivia?', 'Capital of Chile?']) {
      const { status, body } = await post(`${url}/api/v1/answer`, key.key, { query })
      expect(status).toBe(200)
      ids.push(body.billing.request_id)
    }
    const refunded = { tool: 'answer', effort: null, outcome: 'refunded' } as const
    ids.push(await payForCall(database, { accountId, keyId: key.id, ...refunded }))
    await recount(ids)

    await page.getByRole('radio', { name: '24 hours' }).focus()
    await page.keyboard.press('ArrowRight')
    const now = page.getByRole('region', { name: 'Current status' })
    await now.getByText('3 calls').waitFor()
    await now.getByText('Too few calls for percentages.').waitFor()
    expect(await now.getByRole('definition').allTextContents()).toEqual(['2', '0', '1', '3 calls'])
    const chart = page.getByRole('application', { name: /^Answer: calls/ })
    await chart.focus()
    await chart.press('End')
    const described = page.getByText(/: 2 answered, 0 no answer found, 1 failed$/).first()
    // Just after midnight, the calls were made yesterday.
    if ((await described.count()) === 0) await chart.press('ArrowLeft')
    await described.waitFor()
    await page.getByRole('button', { name: /^Show as table.*Answer$/ }).press('Enter')
    const [row] = await readTable(page, 'Answer, days with calls only')
    expect(row?.slice(1, 4)).toEqual(['2', '0', '1'])
  })

  it('render before the session is known, then link a member to the overview', async () => {
    const { page } = await openMember(scene)
    const asked = Promise.withResolvers<void>()
    await page.route('**/site/session', async route => {
      await asked.promise
      await route.continue()
    })
    await page.goto(pages.home)
    await page.getByRole('heading', { name: /^Answers you can/ }).waitFor()
    const header = page.getByRole('banner')
    expect(await header.getByRole('link', { name: 'Overview' }).count()).toBe(0)
    // The page's code waits for a move of the reader from when it is preloaded.
    await page.locator('link[rel=modulepreload]').first().waitFor({ state: 'attached' })
    await page.mouse.move(9, 9)
    asked.resolve()
    await header.getByRole('link', { name: 'Overview' }).waitFor()
    expect(await header.getByRole('link', { name: 'Sign in' }).count()).toBe(0)
    await header.getByRole('link', { name: 'Prices' }).click()
    await page.waitForURL(`**${pages.prices}`)
    await header.getByRole('link', { name: 'Overview' }).click()
    await page.waitForURL(`**${pages.overview}`)
  })
})
