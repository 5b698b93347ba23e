import { pages } from '@footnote/contract/site/pages'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../server/src/testing/browser/expect-accessible.ts'
import { createPayer } from '../server/src/testing/scenes/create-payer.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { openMember } from './scene/open-member.ts'

describeWebsite('the documentation', scene => {
  it('makes the real call from the reference, with the typed key and body', async () => {
    const { key } = await createPayer(scene.site.database, '1')
    const page = await scene.openPage()
    await page.goto('/docs/reference#answer')
    const formOf = async (operation: string) => {
      const article = page.locator('article', { has: page.locator(`h3#${operation}`) })
      await article.getByText('Try it').click()
      return article.locator('form')
    }

    const answer = await formOf('answer')
    await answer.getByLabel('API key').fill(key)
    await answer.getByRole('button', { name: 'Send for $0.02' }).click()
    await answer
      .getByRole('status')
      .getByText(/^200 after [\d.]+ s, X-Request-Id [\da-f-]{36}$/)
      .waitFor()
    const reply = await readReply(answer)
    expect(reply).toMatchObject({ answer: expect.any(String), billing: { balance_usd: 0.98 } })
    expect(await answer.locator('.reply .name').first().innerText()).toBe('"answer"')
    await expectAccessible(page)

    const research = await formOf('research')
    const body = research.getByLabel('Request body')
    await research.getByRole('button', { name: 'Send for $0.15' }).waitFor()
    await body.fill('{"input": ')
    await research.getByRole('button', { name: 'Send', exact: true }).waitFor()
    await body.fill('{"input": "Bolivia", "research_effort": "deep"}')
    // The key has come along from the other form.
    await research.getByRole('button', { name: 'Send for $0.30' }).click()
    await research.getByRole('status').getByText(/^202 /).waitFor()
    const task = await readReply(research)

    const events = await formOf('task_events')
    await events.getByLabel('task_id').fill(task.task_id)
    await events.getByRole('button', { name: 'Send' }).click()
    await events.locator('.reply code').getByText('event: state').waitFor()

    // A request that is never answered can be stopped.
    await page.route('**/api/v1/wallet', () => {})
    const wallet = await formOf('wallet')
    await wallet.getByRole('button', { name: 'Send' }).click()
    await wallet.getByRole('button', { name: 'Stop' }).click()
    await wallet.getByRole('status').getByText('Stopped waiting.').waitFor()
    expect(await wallet.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true)
  })

  it('searches by keyboard, as a combobox', async () => {
    const page = await scene.openPage()
    await page.goto('/docs')
    const field = page.getByRole('combobox', { name: 'Search the docs' })
    await field.waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('refund')
    const options = page.getByRole('option')
    await page
      .getByRole('status')
      .getByText(/results$/)
      .waitFor()
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    expect(await options.first().getAttribute('href')).toMatch(/^\/docs\/billing-and-refunds/)
    const active = async () =>
      page.locator(`#${await field.getAttribute('aria-activedescendant')}`).getAttribute('href')
    const hrefs = await options.evaluateAll(all => all.map(one => one.getAttribute('href')))
    expect(await active()).toBe(hrefs[0])
    await page.keyboard.press('ArrowDown')
    expect(await active()).toBe(hrefs[1])
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    expect(await active()).toBe(hrefs.at(-1))
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    expect(await options.first().isVisible()).toBe(false)
    expect(await field.inputValue()).toBe('refund')
    await field.fill('nosuchword')
    await page.getByRole('status').getByText('No results for “nosuchword”.').waitFor()
    await field.fill('insufficient_bal')
    await options.first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/.+/)
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('searches on a phone, and hides the field without scripts', async () => {
    const phone = await scene.openPage({ viewport: { width: 320, height: 640 } })
    await phone.goto('/docs')
    expect(await phone.evaluate<boolean>(FITS)).toBe(true)
    const field = phone.getByRole('combobox', { name: 'Search the docs' })
    await field.click()
    await field.fill('webhook')
    await phone.getByRole('option').first().waitFor()
    expect(await phone.evaluate<boolean>(FITS)).toBe(true)
    expect((await field.boundingBox())?.width).toBeGreaterThan(250)
    await expectAccessible(phone)
    await phone
      .getByRole('option', { name: /^Webhooks/ })
      .first()
      .click()
    await phone.waitForURL('**/docs/webhooks')

    const plain = await scene.openPage({ javaScriptEnabled: false })
    await plain.goto('/docs')
    expect(await plain.getByRole('combobox').count()).toBe(0)
  })

  it('links a signed-in reader back to the overview', async () => {
    const { page } = await openMember(scene)
    await page.goto('/docs')
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('heading', { name: 'Welcome' }).waitFor()
    await page.goto(pages.tools)
    await page.getByRole('heading', { name: 'Answer' }).waitFor()
  })

  it('keeps the chosen theme, copies code, and works without scripts', async () => {
    const page = await scene.openPage({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/docs')
    const theme = page.getByRole('button', { name: /^Theme/ })
    await theme.click()
    await theme.click()
    await page.goto('/docs/errors')
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByRole('button', { name: 'Copy: Shell' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied).toMatch(/^curl -s http.*"freshness": "recently"}'$/s)

    const plain = await scene.openPage({ javaScriptEnabled: false })
    await plain.goto('/docs')
    await plain.getByRole('link', { name: 'API reference' }).first().click()
    await plain.getByRole('heading', { name: 'API reference' }).waitFor()
    expect(await plain.getByText('Try it').first().isVisible()).toBe(false)
  })
})

/** Returns the reply that a form shows once its status, which appears first, is followed by the body. */
async function readReply(form: Locator): Promise<ReturnType<typeof JSON.parse>> {
  const code = form.locator('.reply code')
  await code.filter({ hasText: /\}$/ }).waitFor()
  return JSON.parse(await code.innerText())
}

const FITS = 'document.documentElement.scrollWidth <= innerWidth'
