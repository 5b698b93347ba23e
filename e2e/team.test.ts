import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeWebsite } from './scene/describe-website.ts'
import { giveMoney } from './scene/give-money.ts'
import { openMember } from './scene/open-member.ts'
import { signUp } from './scene/sign-up.ts'

describeWebsite('team', scene => {
  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
  const readMail = (to: string) => scene.site.readMail(to)
  const runs = (page: Page) => page.getByRole('list', { name: 'Runs' }).getByRole('listitem')

  async function ask(page: Page, question: string): Promise<void> {
    await page.goto(pages.answer)
    await page.getByLabel('Question', { exact: true }).fill(question)
    await page.getByRole('button', { name: 'Run for $0.02' }).click()
    await page.getByText('Your balance is now').waitFor()
  }

  async function switchTo(page: Page, owner: string): Promise<void> {
    await page.getByText('Switch account').filter({ visible: true }).click()
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: owner }).filter({ visible: true }).click()
    await loaded
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  it('invites by mail, keeps results of accounts apart, and removes at once', async () => {
    const { page: ada, member: owner } = await openMember(scene)
    await giveMoney(scene.site.database, owner.accountId, '1')
    const email = 'guest@example.com'
    await ada.goto(pages.team)
    await ada.getByLabel('Email of the person').fill(email)
    await ada.getByText('Developer', { exact: true }).click()
    await ada.getByRole('button', { name: 'Send invitation' }).click()
    await ada.getByText(`Invited ${email}.`).waitFor()
    await ada
      .getByRole('table', { name: 'Open invitations' })
      .getByText(email, { exact: true })
      .waitFor()
    const link = /^http\S+token=\S+$/m.exec((await readMail(email))?.text ?? '')?.[0] ?? ''

    // The guest has no account yet.
    const guest = await scene.openPage()
    await guest.goto(link)
    await heading(guest, 'Sign in')
    await signUp(guest, { email, readMail })
    await guest.goto(link)
    await heading(guest, 'Join this account?')
    await guest.getByText(owner.email).first().waitFor()
    await guest.getByRole('button', { name: 'Join' }).click()
    await guest.getByText(`in the account of ${owner.email}`).waitFor()

    await ask(guest, 'A question of the team')
    await guest.goto(pages.history)
    await runs(guest).first().waitFor()
    expect(await runs(guest).count()).toBe(1)

    // Another tab that shows the team’s account acts for no other one.
    const tab = await guest.context().newPage()
    await tab.goto(pages.access)
    await tab.getByRole('button', { name: 'Create key' }).waitFor()
    await switchTo(guest, email)
    await guest.goto(pages.history)
    await heading(guest, 'History')
    await guest.getByText('A question of the team').waitFor({ state: 'detached' })
    expect(await runs(guest).count()).toBe(0)
    await tab.getByRole('button', { name: 'Create key' }).click()
    await tab.getByLabel('Name').fill('stray')
    const reloaded = tab.waitForEvent('load')
    await tab.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    await reloaded
    await tab.close()
    const keys = await scene.site.database.query(`select from api_key where name = 'stray'`)
    expect(keys.rowCount).toBe(0)

    await switchTo(guest, owner.email)
    await guest.goto(pages.history)
    await runs(guest).first().waitFor()
    expect(await runs(guest).count()).toBe(1)

    await ada.reload()
    await ada.getByRole('button', { name: `Remove ${email}` }).click()
    await ada.getByRole('button', { name: 'Remove member' }).click()
    await ada.getByText(`Removed ${email}.`).waitFor()
    await ada
      .getByRole('table', { name: 'History' })
      .getByText('Removed', { exact: true })
      .waitFor()

    // The next request notices. The history of the account goes with the membership.
    await guest.goto(pages.history)
    await heading(guest, 'History')
    await guest.getByText(`in the account of ${owner.email}`).waitFor({ state: 'detached' })
    expect(await runs(guest).count()).toBe(0)
    await expect
      .poll(() =>
        guest.evaluate(`new Promise(done => {
          const opening = indexedDB.open('footnote-history', 1)
          opening.onsuccess = () => {
            const rows = opening.result.transaction('runs').objectStore('runs').getAll()
            rows.onsuccess = () => { opening.result.close(); done(rows.result.length) }
          }
        })`),
      )
      .toBe(0)
  })

  it('hands over ownership with the password alone, and swaps what both may do', async () => {
    const { page: ada, member: owner } = await openMember(scene)
    const { page: guest, member } = await openMember(scene)
    await owner.call('invite', { body: { email: member.email, role: 'viewer' } })
    const { text = '' } = (await readMail(member.email)) ?? {}
    const token = /token=([\w-]+)/.exec(text)?.[1]
    await member.call('accept_invitation', { body: { token } })

    await ada.goto(pages.team)
    await ada.getByRole('button', { name: `Make owner… ${member.email}` }).click()
    const dialog = ada.getByRole('dialog', { name: 'Transfer ownership?' })
    const password = dialog.getByRole('textbox', { name: 'Password' })
    const submit = dialog.getByRole('button', { name: 'Transfer ownership' })
    await password.fill('wrong horse battery')
    await submit.click()
    await dialog.getByText('Incorrect password. Try again.').waitFor()
    expect((await owner.call('session')).body.account.role).toBe('owner')

    await password.fill(owner.password)
    const reloaded = ada.waitForEvent('load')
    await submit.click()
    await reloaded
    await ada.getByText(`in the account of ${member.email}`).waitFor()
    await ada.getByRole('button', { name: 'Leave account…' }).waitFor()
    expect(await ada.getByRole('button', { name: /^Make owner/ }).count()).toBe(0)

    await guest.goto(pages.team)
    await guest.getByRole('button', { name: `Make owner… ${owner.email}` }).waitFor()
    const history = guest.getByRole('table', { name: 'History' })
    await history.getByText(`to ${member.email}`).waitFor()
  })
})
