import { execFile } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { refundCauses } from '@footnote/contract/refund-causes'
import { pages } from '@footnote/contract/site/pages'
import type { Database } from '@footnote/platform/database/connect'
import { waitFor } from '@footnote/platform/testing/wait-for'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createKey } from '../server/src/keys/keys.ts'
import { runFromPage } from '../server/src/testing/scenes/run-from-page.ts'
import {
  answerWell,
  goodResearch,
  type StubUpstream,
  startStubUpstream,
} from '../server/src/testing/stubs/stub-upstream.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { giveMoney } from './scene/give-money.ts'
import { openMember } from './scene/open-member.ts'
import { signOut } from './scene/sign-out.ts'

/** A word unlikely to occur by chance, so that tests can search for it. */
const MARK = 'quokka-7319'
const QUESTION = `What is the "capital" of $BOLIVIA\`s\` ${MARK} \\ plateau?`
const LANGUAGES = [
  ['curl', 'bash', ['-c']],
  ['TypeScript', process.execPath, ['--input-type=module-typescript', '-e']],
  ['Python', 'python3', ['-c']],
] as const

const EVENTS = /\/site\/tasks\/[^/]+\/events$/

let upstream: StubUpstream

describeWebsite(
  'tools',
  scene => {
    async function openPayer(usd: string, path: string) {
      const opened = await openMember(scene, {
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      upstream.handler = answerWell
      upstream.requests.length = 0
      await giveMoney(scene.site.database, opened.member.accountId, usd)
      await opened.page.goto(path)
      return opened
    }

    it('leads from question to cited report and cost in each tool, and leaves no trace', async () => {
      const { page } = await openPayer('5', pages.answer)
      for (const { name, label, price, balance, report } of [
        { name: 'Answer', label: 'Question', price: '0.02', balance: '4.98', report: 'Sucre' },
        { name: 'Research', label: 'Research question', price: '0.15', balance: '4.83' },
        { name: 'Financial research', label: 'Research question', price: '0.35', balance: '4.48' },
      ]) {
        const tools = page.getByRole('navigation', { name: 'Tools' })
        await tools.getByText(name, { exact: true }).click()
        await page.getByRole('heading', { level: 1, name }).waitFor()
        await page.getByLabel(label, { exact: true }).fill(QUESTION)
        // A double click makes one call, and the focus moves to its result.
        const button = page.getByRole('button', { name: `Run for $${price}` })
        await button.focus()
        await button.evaluate((pressed: { click(): void }) => {
          pressed.click()
          pressed.click()
        })
        await page.getByText(`Your balance is now $${balance}`).waitFor()
        expect(await page.evaluate('document.activeElement.innerText')).toContain(balance)
        await page
          .getByText(report ?? 'A report')
          .first()
          .waitFor()
        expect(await page.getByRole('link', { name: /^A\b/ }).first().getAttribute('href')).toBe(
          'https://example.com/a',
        )
      }
      expect(upstream.requests.map(({ body }) => JSON.stringify(body).includes(MARK))).toEqual([
        ...[true, true, true],
      ])
      // The report survives a visit to another page.
      await page.getByRole('link', { name: 'Usage' }).click()
      await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
      await page.evaluate(`history.pushState({}, '', '${pages.prices}')`)
      await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor()
      await page.goBack()
      await page.goBack()
      await page.getByText('Your balance is now $4.48').waitFor()
      await expectNoTrace(page, scene.site.database)
      // Simulates a page restored from the back/forward cache.
      const reloaded = page.waitForEvent('load')
      await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
      await reloaded
      await page.getByRole('button', { name: 'Run for $0.35' }).waitFor()
      expect(await page.getByLabel('Research question').inputValue()).toBe('')

      // The history has all three, encrypted, until the account signs out in any tab.
      await page.getByRole('navigation', { name: 'Tools' }).getByText('History').click()
      const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem')
      await runs.nth(2).waitFor()
      expect(await runs.count()).toBe(3)
      await page.getByRole('searchbox').fill('sucre')
      await runs.getByRole('link', { name: MARK }).click()
      await page.getByRole('article').getByText('Sucre').waitFor()
      await page.getByRole('button', { name: 'Star' }).click()
      await page.getByRole('button', { name: 'Star', pressed: true }).waitFor()
      await page.getByRole('button', { name: 'Duplicate and edit' }).click()
      await page.waitForURL(`**${pages.answer}`)
      expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe(QUESTION)
      expect(await readHistory(page)).toMatchObject({ owners: 1, runs: 3, plain: false })
      const other = await page.context().newPage()
      await other.goto(pages.history)
      await other.getByRole('link', { name: MARK }).first().waitFor()
      await signOut(other)
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      expect(await readHistory(page)).toMatchObject({ owners: 0, runs: 0 })
    })

    it('states the refund and keeps the question on failure, and links a low balance to the recharge', async () => {
      const { page, member } = await openPayer('0.07', pages.research)
      await page.getByRole('button', { name: 'Balance too low for $0.15' }).waitFor()
      await page.getByText('Your balance is $0.07.').waitFor()

      await page.getByRole('navigation', { name: 'Tools' }).getByText('Answer').click()
      upstream.handler = () => ({ status: 500, body: {} })
      await page.getByLabel('Question', { exact: true }).fill(QUESTION)
      await page.getByLabel('Question', { exact: true }).press('Control+Enter')
      await page.getByText('$0.02 was charged and refunded. Your balance is $0.07.').waitFor()
      expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe(QUESTION)

      upstream.handler = answerWell
      // The connection breaks once the call is accepted, and reconnecting is refused for a while.
      let refusals = 1
      await page.route('**/site/answer', async route => {
        const response = await route.fetch()
        const [taken] = (await response.text()).split('event: result')
        await route.fulfill({ response, body: taken ?? '' })
      })
      await page.route('**/site/calls/*/events', route => {
        refusals -= 1
        return refusals < 0
          ? route.continue()
          : route.fulfill({ status: 404, json: { code: 'JOB_NOT_FOUND' } })
      })
      await page.getByRole('button', { name: 'Run for $0.02' }).click()
      await page.getByText('Your balance is now $0.05').waitFor()
      expect(refusals).toBe(-1)
      // If reconnecting keeps failing, the charge shows how the call ended.
      refusals = 4
      await page.getByRole('button', { name: 'Run for $0.02' }).click()
      await page.getByText('The call succeeded and cost $0.02.').waitFor()
      await page.getByRole('button', { name: 'Reconnect' }).click()
      await page.getByText('Your balance is now $0.03').waitFor()
      await page.unrouteAll()

      // Money was spent elsewhere, which this page does not know yet.
      const { body: known } = await member.call('wallet')
      await page.route('**/site/wallet', route => route.fulfill({ json: known }))
      const { events } = await runFromPage(scene.site.url, 'run_answer', {
        cookie: member.cookie,
        body: { query: 'What is the capital of Bolivia?' },
      })
      expect(await events.rest()).toHaveLength(1)
      await page.getByRole('button', { name: 'Run for $0.02' }).click()
      await page.getByText('The call costs $0.02, and your balance is $0.01').waitFor()
      await page.unroute('**/site/wallet')
      await page.getByRole('link', { name: 'Recharge wallet' }).click()
      await page.waitForURL(`**${pages.wallet}#recharge`)
    })

    it('follows a task through a reload to its result, and lists it meanwhile', async () => {
      const { page, member } = await openPayer('1', pages.research)
      const streams: ServerResponse[] = []
      const content = '## Summary\n\nA report [[1]].\n\n## The capital of Bolivia'
      const result = { output: { ...goodResearch.output, content } }
      let isDone = false
      upstream.handler = request => {
        if (request.path.endsWith('/stream'))
          return {
            write(response) {
              response.writeHead(200, { 'content-type': 'text/event-stream' })
              response.write('id: 1\nevent: searching\ndata: {"queries":4}\n\n')
              streams.push(response)
            },
          }
        if (request.method === 'POST') return answerWell(request)
        const task = { task_id: 'remote-1', type: 'research', error: null }
        return isDone
          ? { body: { ...task, status: 'completed', result } }
          : { body: { ...task, status: 'running' } }
      }
      await page.getByLabel('Research question').fill(QUESTION)
      await page.getByRole('radio', { name: /^deep/i }).check()
      await page.getByRole('button', { name: 'Run for $0.30' }).click()
      await page.waitForURL(/\/tools\/tasks\/[\da-f-]{36}$/)
      await page.getByRole('list', { name: 'Progress' }).getByText('4 queries').waitFor()
      await page.reload()
      await page.getByRole('list', { name: 'Progress' }).getByText('4 queries').waitFor()

      await page.goto(pages.answer)
      const open = page.getByRole('table', { name: 'Open calls and tasks' })
      await open.getByRole('link', { name: 'View progress' }).click()
      await page.getByText('Under way').waitFor()
      await page.getByRole('list', { name: 'Progress' }).getByText('4 queries').waitFor()
      // A hidden tab keeps no connection.
      const left = page.waitForEvent('requestfailed', request => EVENTS.test(request.url()))
      await setVisibility(page, 'hidden')
      await left
      const resumed = page.waitForRequest(EVENTS)
      await setVisibility(page, 'visible')
      await resumed
      await page.getByRole('list', { name: 'Progress' }).getByText('4 queries').waitFor()
      isDone = true
      for (const response of streams) response.end('event: completed\ndata: {}\n\n')
      await page.getByText('A report').first().waitFor()
      await page.getByText('The result is available until').waitFor()
      await page.getByText('This task cost $0.30').waitFor()
      // An open report is not reloaded, since it may have expired.
      let polls = 0
      await page.route('**/site/tasks/*', route => {
        polls += 1
        return route.fulfill({ status: 410, json: { code: 'JOB_EXPIRED', message: 'Expired.' } })
      })
      await page.evaluate(`
        for (const name of ['offline', 'online']) dispatchEvent(new Event(name))
        fetch('/site/session').then(reply => reply.text())`)
      expect(polls).toBe(0)
      await page.unrouteAll()

      await page.goto(pages.usage)
      await page
        .getByRole('table', { name: 'Charged calls' })
        .getByRole('link', { name: 'Research' })
        .click()
      await page.getByText('A report').first().waitFor()
      // Another browser has no history, and lists the task by the report's heading.
      const { page: elsewhere } = await openMember(scene, { member })
      await elsewhere.goto(pages.answer)
      const listed = elsewhere.getByRole('table', { name: 'Open calls and tasks' })
      await listed.getByText('The capital of Bolivia').waitFor()
      await expectNoTrace(page, scene.site.database)
    })

    it('shows why a task failed and does not offer to run it again', async () => {
      const { page } = await openPayer('1', pages.research)
      upstream.handler = request =>
        request.method === 'POST'
          ? answerWell(request)
          : { body: { task_id: 'remote-1', status: 'failed', error: MARK, reason: 'no_source' } }
      await page.getByLabel('Research question').fill(QUESTION)
      await page.getByRole('radio', { name: /^deep/i }).check()
      await page.getByRole('button', { name: 'Run for $0.30' }).click()
      await page.getByText(refundCauses.no_source.message).waitFor()
      await page.getByRole('alert').getByText(QUESTION).waitFor()
      expect(await page.content()).not.toMatch(/run it again/i)
    })

    it('warns before leaving a running call and resumes it after a reload', async () => {
      const { page, member } = await openPayer('1', pages.finance_research)
      const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      upstream.handler = async request => {
        await (upstream.requests.length === 1 ? first : second).promise
        return answerWell(request)
      }
      await page.getByLabel('Research question').fill(QUESTION)
      await page.getByRole('button', { name: 'Run for $0.35' }).click()
      await page.getByText('Researching and writing').waitFor()
      const warning = page.waitForEvent('dialog')
      const reloaded = page.reload()
      const dialog = await warning
      expect(dialog.type()).toBe('beforeunload')
      await dialog.accept()
      await reloaded
      await page.getByRole('navigation', { name: 'Tools' }).getByText('Answer').click()
      await page.getByRole('button', { name: 'Wait for result' }).click()
      await page.waitForURL(`**${pages.finance_research}`)
      await page.getByText('Researching and writing').waitFor()
      // Meanwhile another tab makes a call.
      const { events } = await runFromPage(scene.site.url, 'run_finance_research', {
        cookie: member.cookie,
        body: { input: 'What is the inflation rate of Chile?' },
      })
      await waitFor('the other call to be sent', async () => upstream.requests.length === 2)
      first.resolve()
      await page.getByText('Your balance is now').waitFor()
      await page.getByText('A report').first().waitFor()

      // Without a history, a report is discarded only after confirmation.
      await page.evaluate(`localStorage.setItem('history', 'off')`)
      await page.evaluate(`new BroadcastChannel('footnote-history').postMessage('changed')`)
      await page.getByText('They exist only in this tab').waitFor()
      await page.getByRole('button', { name: 'Wait for result' }).click()
      await page.getByRole('button', { name: 'Keep report' }).click()
      await page.getByText('A report').first().waitFor()
      await page.getByRole('button', { name: 'Wait for result' }).click()
      await page.getByRole('button', { name: 'Discard and wait' }).click()
      await page.getByText('Researching and writing').waitFor()
      await page.getByLabel('Research question').fill(QUESTION)

      // Signing out asks nothing, and going back shows no question.
      const asked: string[] = []
      page.on('dialog', async shown => {
        asked.push(shown.type())
        await shown.accept()
      })
      await signOut(page)
      expect(asked).toEqual([])
      second.resolve()
      expect(await events.rest()).toHaveLength(1)
      await page.goBack()
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      expect(await page.content()).not.toContain(MARK)
    })

    it('checks a schema while it is typed, fixes it, and fills it', async () => {
      const { page } = await openPayer('1', pages.research)
      await page.getByLabel('Research question').fill(QUESTION)
      await page.getByText('Structured output').click()
      await page.getByLabel('Return JSON that matches a schema').check()
      const field = page.getByLabel('JSON Schema')
      const broken = '{\n  "type": "object",\n  "properties": { "a": { "type" "integer" } }\n}'
      await field.fill(broken)
      await page
        .getByRole('button', { name: /^Line 3, column 33/ })
        .first()
        .click()
      expect(await page.evaluate('document.activeElement.selectionStart')).toBe(
        broken.indexOf('"integer"'),
      )
      await page.getByRole('button', { name: /^Run for/ }).click()
      await page.getByText('Fix the schema').waitFor()
      expect(upstream.requests).toEqual([])

      // Text written by the page can be undone like typing.
      await page.getByRole('button', { name: 'Example: facts' }).click()
      await page.getByText('Valid schema.').first().waitFor()
      expect(await field.inputValue()).toContain('"capital"')
      await field.press('Control+z')
      expect(await field.inputValue()).toBe(broken)

      await field.fill('{ "properties": { "a": { "type": "integer" } } }')
      await page.getByRole('button', { name: 'Fix automatically' }).click()
      await page.getByText('Valid schema.').first().waitFor()
      await page.getByRole('radio', { name: /^lite/i }).check()
      await page.getByText('doesn’t support schemas').waitFor()
      await page.getByRole('radio', { name: /^standard/i }).check()
      await page.getByRole('button', { name: 'Run for $0.15' }).click()
      await page.getByText('Your balance is now $0.85').waitFor()
      expect(upstream.requests[0]?.body).toMatchObject({
        output_schema: { type: 'object', required: ['a'], additionalProperties: false },
      })
    })

    it('copies code that makes the same call with a key', async () => {
      const { page, member } = await openPayer('1', pages.answer)
      const { database } = scene.site
      const key = await createKey(database, { accountId: member.accountId, name: 'shell' })
      await page.getByLabel('Question', { exact: true }).fill(QUESTION)
      await page.getByText('Make this call from your code').click()
      for (const [name, program, before] of LANGUAGES) {
        await page.getByRole('tab', { name }).click()
        await page.getByRole('button', { name: 'Copy', exact: true }).click()
        const shown = await page.getByRole('tabpanel').innerText()
        const code = await waitFor('the lines to be copied', async () => {
          const text = await page.evaluate<string>('navigator.clipboard.readText()')
          return text === shown && text
        })
        const env = { ...process.env, FOOTNOTE_API_KEY: key?.key }
        const { stdout } = await promisify(execFile)(program, [...before, code], { env })
        expect(JSON.parse(stdout)).toMatchObject({ answer: 'Sucre [[1]].' })
        expect(upstream.requests.at(-1)?.body).toMatchObject({ query: QUESTION })
        await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
      }
      expect(upstream.requests).toHaveLength(3)
    })
  },
  async () => {
    upstream = await startStubUpstream()
    return { settings: {}, origins: [], upstream }
  },
)

/** Simulates hiding the tab or bringing it back. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', {
    configurable: true, get: () => '${state}',
  }); document.dispatchEvent(new Event('visibilitychange'))`)
}

/** Counts what the browser's history holds, and looks for the question in it. */
function readHistory(page: Page): Promise<{ owners: number; runs: number; plain: boolean }> {
  return page.evaluate(`new Promise((done, fail) => {
    const opening = indexedDB.open('footnote-history', 1)
    opening.onerror = () => fail(opening.error)
    opening.onupgradeneeded = () => {
      for (const name of ['owners', 'runs']) opening.result.createObjectStore(name)
    }
    opening.onsuccess = () => {
      const stored = opening.result.transaction(['owners', 'runs'])
      const owners = stored.objectStore('owners').getAll()
      const runs = stored.objectStore('runs').getAll()
      stored.oncomplete = () => {
        opening.result.close()
        const text = runs.result.map(row => new TextDecoder().decode(row.sealed)).join()
        done({
          owners: owners.result.length,
          runs: runs.result.length,
          plain: (text + JSON.stringify(runs.result)).includes('${MARK}'),
        })
      }
    }
  })`)
}

/** Expects no question in anything that outlives the page: storage, URLs, history, the database. */
async function expectNoTrace(page: Page, database: Database): Promise<void> {
  const kept = await page.evaluate<string>(`JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, location.href, document.title, history.state,
    navigation.entries().map(entry => [entry.url, entry.getState()]),
  ])`)
  expect(kept).not.toContain(MARK)
  const { rows } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(rows.length).toBeGreaterThan(5)
  for (const { name } of rows) {
    const found = await database.query(
      `select 1 from ${name} as written where written::text like '%${MARK}%'`,
    )
    expect(found.rows, name).toEqual([])
  }
}
