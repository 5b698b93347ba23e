import { readFile } from 'node:fs/promises'
import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createKey } from '../server/src/keys/keys.ts'
import { expectAccessible } from '../server/src/testing/browser/expect-accessible.ts'
import { post } from '../server/src/testing/scenes/test-service.ts'
import { backdate } from './scene/backdate.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { giveMoney } from './scene/give-money.ts'
import { openMember } from './scene/open-member.ts'
import { payForCall } from './scene/pay-for-call.ts'
import { readTable } from './scene/read-table.ts'
import { settle } from './scene/settle.ts'

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const longDay = (date: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(date)

describeWebsite('usage', scene => {
  /** A member with calls on two keys: three today, one of them refunded, and two some days ago. */
  async function openUser() {
    const { database, url } = scene.site
    const opened = await openMember(scene)
    const { accountId } = opened.member
    await giveMoney(database, accountId, '5')
    const web = await createKey(database, { accountId, name: 'web' })
    const batch = await createKey(database, { accountId, name: 'batch, "nightly"' })
    if (!web || !batch) throw new Error('the names are taken')
    const answer = { query: 'What is the capital of Bolivia?' }
    expect((await post(`${url}/api/v1/answer`, web.key, answer)).status).toBe(200)
    const research = { input: 'The capital of Bolivia', research_effort: 'standard' }
    expect((await post(`${url}/api/v1/research`, batch.key, research)).status).toBe(200)
    await payForCall(database, {
      accountId,
      keyId: web.id,
      tool: 'answer',
      effort: null,
      outcome: 'refunded',
    })
    const old = { accountId, keyId: batch.id, tool: 'finance_research', effort: 'deep' } as const
    const before = [
      await payForCall(database, { ...old, outcome: 'captured' }),
      await payForCall(database, { ...old, outcome: 'captured' }),
    ]
    await backdate(database, { charges: before.map(id => ({ id, at: daysAgo(3) })) })
    await opened.page.goto(pages.usage)
    return opened
  }
  const shownCalls = async (page: Page) =>
    (await readTable(page, 'Charged calls')).map(([, ...cells]) => cells)

  it('lists, filters and exports calls as shown', async () => {
    const { page } = await openUser()
    const refunded = ['Answer', '– none', 'web', 'Refunded', 'Price $0.02 refunded']
    expect(await shownCalls(page)).toEqual([
      refunded,
      ['Research', 'standard', 'batch, "nightly"', 'Paid', '$0.15'],
      ['Answer', '– none', 'web', 'Paid', '$0.02'],
      ['Financial research', 'deep', 'batch, "nightly"', 'Paid', '$0.35'],
      ['Financial research', 'deep', 'batch, "nightly"', 'Paid', '$0.35'],
    ])
    await page.getByLabel('Key', { exact: true }).selectOption('web')
    expect(await shownCalls(page)).toHaveLength(2)
    // Key names must not appear in the URL.
    expect(new URL(page.url()).search).toBe('')
    await page.getByLabel('State', { exact: true }).selectOption('Refunded')
    expect(await shownCalls(page)).toEqual([refunded])
    await page.getByText('1 call ·').waitFor()
    await page.getByLabel('Tool', { exact: true }).selectOption('Research')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    expect(await shownCalls(page)).toHaveLength(5)

    await page.getByLabel('Tool', { exact: true }).selectOption('Research')
    await page.getByLabel('Custom').check()
    const from = daysAgo(300).toISOString().slice(0, 10)
    await page.getByLabel('From').fill(from)
    await page.waitForURL(`**from=${from}*`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(
      new RegExp(`^footnote-usage-${from}-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
    )
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toBe('request_id,created_at,tool,effort,key_name,state,cost_usd,refunded_usd')
    expect(lines[1]).toMatch(
      /^[\da-f-]{36},\d{4}-\S+Z,research,standard,"batch, ""nightly""",captured,0.15,0.00$/,
    )
  })

  it('shows the same figures as chart, by keyboard and as table, in dark and light', async () => {
    const { page } = await openUser()
    const chart = page.getByRole('application', { name: /^Spending per day/ })
    await chart.waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await settle(page)
      expect(await chart.locator('svg g rect[width]').count()).toBeGreaterThanOrEqual(3)
      await expectAccessible(page)
    }
    await chart.focus()
    const spoken = (text: string) => page.getByText(text, { exact: true }).waitFor()
    await chart.press('ArrowLeft')
    await spoken(
      `${longDay(new Date())}: $0.17 for 3 calls, 1 of them refunded. Answer $0.02, Research $0.15.`,
    )
    await chart.press('ArrowLeft')
    await spoken(`${longDay(daysAgo(1))}: no calls.`)
    await chart.press('ArrowLeft')
    await chart.press('ArrowLeft')
    await spoken(`${longDay(daysAgo(3))}: $0.70 for 2 calls. Financial research $0.70.`)
    await chart.press('Enter')
    await page.getByText('2 calls ·').waitFor()
    expect(await shownCalls(page)).toHaveLength(2)
    expect(await page.locator(':focus').innerText()).toBe('Show all days')
    await page.keyboard.press('Enter')
    await page.getByText('5 calls ·').waitFor()
    await page.getByRole('radio', { name: 'By state' }).check()
    await chart.focus()
    await chart.press('End')
    await spoken(
      `${longDay(new Date())}: $0.17 for 3 calls, 1 of them refunded. Paid $0.17, Refunded $0.02.`,
    )
    await page.getByRole('radio', { name: 'By tool' }).check()

    await page.getByRole('button', { name: /^Show as table.*Spending per day$/ }).click()
    expect(await readTable(page, 'Spending per day, days with calls only')).toEqual([
      [longDay(new Date()), '$0.02', '$0.15', '$0.00', '$0.17', '3', '1'],
      [longDay(daysAgo(3)), '$0.00', '$0.00', '$0.70', '$0.70', '2', '0'],
    ])
    await page.getByRole('button', { name: /^Show as table.*By key$/ }).click()
    expect(await readTable(page, 'Spending by key')).toEqual([
      ['batch, "nightly"', '3', '0', '$0.85'],
      ['web', '2', '1', '$0.02'],
    ])
  })
})
