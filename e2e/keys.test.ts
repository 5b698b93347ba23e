import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pages } from '@footnote/contract/site/pages'
import { waitFor } from '@footnote/platform/testing/wait-for'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createKey } from './scene/create-key.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { giveMoney } from './scene/give-money.ts'
import { openMember } from './scene/open-member.ts'
import { readTable } from './scene/read-table.ts'

const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

/** Runs a pasted line in a shell and parses its output. */
async function runLine(line: string): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)('bash', ['-c', line])
  return JSON.parse(stdout)
}

describeWebsite('keys', scene => {
  const pasted = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')

  it('shows code that works unchanged until the key is revoked', async () => {
    const { page, member } = await openMember(scene, CLIPBOARD)
    await giveMoney(scene.site.database, member.accountId, '1')
    await page.goto(pages.access)
    const { dialog, key } = await createKey(page, 'CI server')
    await dialog.getByRole('button', { name: 'Copy key' }).click()
    await dialog.getByText('Copied').waitFor()
    expect(await pasted(page)).toBe(key)
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    const line = await waitFor('the line to be copied', async () => {
      const text = await pasted(page)
      return text.startsWith('curl') && text
    })
    expect(await runLine(line)).toMatchObject({ answer: expect.stringContaining('Sucre') })

    await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
    expect(await page.content()).not.toContain(key)
    const used = await waitFor('the last use to be listed', async () => {
      await page.reload()
      const [row] = await readTable(page, 'Active keys')
      return row?.[3]?.includes('just now') && row
    })
    expect(used.slice(0, 2)).toEqual([expect.stringMatching(/^CI server [0-9a-f]{8}$/), 'Active'])

    await page.getByRole('button', { name: 'Revoke CI server' }).click()
    await page.getByRole('button', { name: 'Revoke key', exact: true }).click()
    await page.getByText('Revoked “CI server”.').waitFor()
    await page.getByText('No active keys').waitFor()
    await page.getByText('1 revoked key').click()
    expect((await readTable(page, 'Revoked keys'))[0]?.slice(0, 2)).toEqual([
      expect.stringContaining('CI server'),
      'Revoked',
    ])
    const refused = await waitFor('the key to be refused', async () => {
      const reply = await runLine(line)
      return 'code' in reply && reply
    })
    expect(refused).toMatchObject({ code: 'INVALID_API_KEY' })
  })

  it('checks the name first and asks before closing on an unsaved key', async () => {
    const { page } = await openMember(scene)
    await page.goto(pages.access)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByText('This must').waitFor()
    await page.keyboard.press('Escape')
    const { dialog } = await createKey(page, 'laptop')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Did you save your key?' }).waitFor()
    await page.getByRole('button', { name: 'Back to key' }).click()
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click()

    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('laptop')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await page.getByText('An active key already has this name').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect((await readTable(page, 'Active keys')).map(([name]) => name)).toEqual([
      expect.stringMatching(/^laptop [0-9a-f]{8}$/),
    ])
  })
  it('caps a key, shows what it spent, and lifts the cap again', async () => {
    const { page, member } = await openMember(scene)
    await giveMoney(scene.site.database, member.accountId, '1')
    await page.goto(pages.access)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('capped')
    await page.getByText('Limits (optional)').click()
    await page.getByLabel('Daily cap').fill('lots')
    const create = page.getByRole('dialog').getByRole('button', { name: 'Create key' })
    await create.click()
    await page.getByText('Enter an amount in US dollars').waitFor()
    await page.getByLabel('Daily cap').fill('0.02')
    await create.click()
    const key = await page.getByRole('region', { name: 'Key capped' }).locator('code').innerText()
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByText('$0.00 of $0.02 today').waitFor()

    const answer = async () =>
      (
        await fetch(`${scene.site.url}/api/v1/answer`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ query: 'What is the capital of Bolivia?' }),
        })
      ).status
    expect(await answer()).toBe(200)
    expect(await answer()).toBe(402)
    await page.reload()
    await page.getByText('$0.02 of $0.02 today').waitFor()

    await page.getByRole('button', { name: 'Limits of capped' }).click()
    await page.getByLabel('Daily cap').fill('')
    await page.getByLabel('Financial research').uncheck()
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Answer, Research', { exact: true }).waitFor()
    expect(await answer()).toBe(200)
  })
})
