import { randomUUID } from 'node:crypto'
import { pages } from '@footnote/contract/site/pages'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { adjustWallet, COMMAND_LINE } from '../server/src/admin/actions.ts'
import { createKey } from '../server/src/keys/keys.ts'
import { joinWebsite } from '../server/src/testing/scenes/join-website.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { giveMoney } from './scene/give-money.ts'
import { makeOperator } from './scene/make-operator.ts'
import { openMember } from './scene/open-member.ts'
import { readTable } from './scene/read-table.ts'

describeWebsite('the admin area', scene => {
  it('is closed to visitors and members and absent from their navigation', async () => {
    const visitor = await scene.openPage()
    await visitor.goto(pages.operator)
    await visitor.getByRole('heading', { name: 'Sign in' }).waitFor()

    const { page } = await openMember(scene)
    await page.goto(pages.overview)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await navigation.getByRole('link', { name: 'Usage' }).waitFor()
    expect(await navigation.getByRole('link', { name: 'Admin' }).count()).toBe(0)
    await page.goto(pages.operatorAccounts)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  })

  it('finds an account, moves its money exactly once, and records who did what and why', async () => {
    const { database } = scene.site
    const owner = await joinWebsite(scene.site)
    const { accountId } = owner
    await giveMoney(database, accountId, '10')
    await createKey(database, { accountId, name: 'production' })
    const { page, member: operator } = await openMember(scene)
    await makeOperator(database, operator.accountId)
    const owned = async () => (await owner.call('wallet')).body

    await page.goto(pages.overview)
    await page.getByRole('link', { name: 'Admin', exact: true }).click()
    await page.getByRole('heading', { name: 'Why calls were refunded' }).waitFor()
    await goTo(page, 'Accounts')
    await page.getByRole('searchbox', { name: 'Search' }).fill(owner.email)
    await page.getByText('1 account.').waitFor()
    await page.getByRole('link', { name: owner.email }).click()
    await page.getByRole('heading', { name: owner.email }).waitFor()
    // The browser keeps URLs and titles in its history.
    expect(`${page.url()} ${await page.title()}`).not.toContain(owner.email)

    // The server records it, and its reply is lost.
    await page.route(
      '**/adjust',
      async route => {
        await route.fetch()
        await route.abort('aborted')
      },
      { times: 1 },
    )
    await ask(page, { direction: 'Credit', amount: '2.5000001', reason: 'Goodwill, ticket 7' })
    const dialog = page.getByRole('dialog', { name: 'Adjust balance' })
    expect(await dialog.getByRole('definition').allInnerTexts()).toEqual(['$10.00', '$12.5000001'])
    await dialog.getByRole('button', { name: 'Credit $2.5000001' }).click()
    await dialog.getByText('may or may not have happened').waitFor()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await page
      .getByText('Credited $2.5000001. It was sent more than once and recorded once.')
      .waitFor()
    expect((await readTable(page, 'Transactions')).map(([, ...cells]) => cells)).toEqual([
      ['Adjustment Goodwill, ticket 7', '–', '+$2.5000001', '$12.5000001'],
      ['Credit gift', '–', '+$10.00', '$10.00'],
    ])
    expect(await owned()).toMatchObject({ balance_units: 125_000_001 })

    await ask(page, { direction: 'Debit', amount: '12.5000002', reason: 'Booked by mistake' })
    await dialog.getByText('Enter at most $12.5000001, the current balance.').waitFor()
    await dialog.getByLabel('Amount in USD').fill('5')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    // Spent while the operator thinks.
    const elsewhere = { actionId: randomUUID(), operator: COMMAND_LINE, reason: 'correction' }
    await adjustWallet(database, elsewhere, { accountId, units: -100_000_000n })
    await dialog.getByRole('button', { name: 'Debit $5.00' }).click()
    await dialog.getByText('The balance is too low, or would become too high').waitFor()
    await dialog.getByText('−$2.4999999').waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByLabel('Amount in USD').fill('1')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByRole('button', { name: 'Debit $1.00' }).click()
    await page.getByText('Debited $1.00.').waitFor()
    expect(await owned()).toMatchObject({ balance_units: 15_000_001 })

    // The outcome is shown before the rest of the page is reloaded.
    await page.route(
      '**/movements',
      async route => {
        await page.getByText('Frozen by an operator').waitFor()
        await route.continue()
      },
      { times: 1 },
    )
    await act(page, { button: 'Freeze…', confirm: 'Freeze account', reason: 'Card testing' })
    await page.getByText('Account frozen.').waitFor()
    expect(await owned()).toMatchObject({ account_state: 'frozen' })
    await act(page, { button: 'Unfreeze…', confirm: 'Unfreeze account', reason: 'Explained' })
    await page.getByText('Account unfrozen.').waitFor()
    expect(await owned()).toMatchObject({ account_state: 'active' })
    await act(page, { button: 'Revoke production', confirm: 'Revoke key', reason: 'Leaked' })
    await page.getByText('Revoked “production”.').waitFor()
    expect((await readTable(page, 'Keys'))[0]).toContain('Revoked')

    await goTo(page, 'Audits')
    await act(page, { button: 'Run audit…', confirm: 'Run audit', reason: 'After the corrections' })
    await page.getByText('Audit passed').waitFor()
    await goTo(page, 'Actions')
    const did = (await readTable(page, 'Actions')).map(([, ...cells]) => cells)
    const ours = [owner.email, operator.email]
    expect(did.filter(cells => cells.some(cell => ours.includes(cell)))).toEqual([
      ['Ran audit', '–', 'After the corrections', operator.email],
      [expect.stringContaining('Revoked key'), owner.email, 'Leaked', operator.email],
      ['Unfroze account', owner.email, 'Explained', operator.email],
      ['Froze account', owner.email, 'Card testing', operator.email],
      ['Debited $1.00', owner.email, 'Booked by mistake', operator.email],
      ['Debited $10.00', owner.email, 'correction', 'command line'],
      ['Credited $2.5000001', owner.email, 'Goodwill, ticket 7', operator.email],
      ['Made operator', operator.email, 'on call this week', 'command line'],
    ])
  })
})

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Admin area' }).getByRole('link', { name }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Fills in an adjustment and continues to its confirmation. */
async function ask(
  page: Page,
  { direction, amount, reason }: { direction: string; amount: string; reason: string },
): Promise<void> {
  await page.getByRole('button', { name: 'Adjust balance…' }).click()
  await page.getByRole('radio', { name: direction }).check({ force: true })
  await page.getByLabel('Amount in USD').fill(amount)
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Performs an action that needs only a reason. */
async function act(
  page: Page,
  { button, confirm, reason }: { button: string; confirm: string; reason: string },
): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: confirm, exact: true }).click()
}
