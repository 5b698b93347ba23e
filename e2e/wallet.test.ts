import { pages } from '@footnote/contract/site/pages'
import { expect, it } from 'vitest'
import { expectAccessible } from '../server/src/testing/browser/expect-accessible.ts'
import { awaitBalance } from './scene/await-balance.ts'
import { createKey } from './scene/create-key.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { giveMoney } from './scene/give-money.ts'
import { openMember } from './scene/open-member.ts'
import { readMovements } from './scene/read-movements.ts'
import { recharge, rechargeByTest } from './scene/recharge.ts'
import { settle } from './scene/settle.ts'

describeWebsite('the wallet with test payments', scene => {
  it('credits a test payment, lists it with the balance after it, and has a receipt', async () => {
    const { page, member } = await openMember(scene)
    await rechargeByTest(page, '25')
    await awaitBalance(page, '$25.00')
    await rechargeByTest(page, '10.50')
    await awaitBalance(page, '$35.50')
    expect(await readMovements(page)).toEqual([
      ['Recharge Receipt', '+$10.50', '$35.50'],
      ['Recharge Receipt', '+$25.00', '$25.00'],
    ])

    await page.getByRole('cell', { name: 'Receipt' }).last().getByRole('link').click()
    const receipt = page.getByRole('article', { name: 'Receipt' })
    await receipt.getByText(member.email).waitFor()
    expect(await receipt.innerText()).toMatch(/FN-\d{6}[\s\S]*no money was charged/i)
    expect(await receipt.getByRole('row', { name: /^Total paid/ }).innerText()).toContain('$25.00')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByRole('button').count()).toBe(0)
    // The skip link is visible to keyboards only and not printed.
    const links = page.getByRole('link').filter({ hasNotText: 'Skip to content' })
    expect(await links.count()).toBe(0)
    expect(await receipt.isVisible()).toBe(true)
  })

  it('keeps showing the balance if a poll of the payment is answered late', async () => {
    const { page } = await openMember(scene)
    await recharge(page, '25')
    const pay = page.getByRole('button', { name: 'Pay (test)' })
    await pay.waitFor()
    const paymentId = new URL(page.url()).pathname.split('/').at(-1)
    const balance = page.getByText('Your balance is now $25.00.')
    await page.route(`**/site/payments/${paymentId}`, async route => {
      await balance.waitFor()
      await route.continue()
    })
    await pay.click()
    await balance.waitFor()
    await settle(page)
    expect(await balance.isVisible()).toBe(true)
  })

  it('credits nothing for a declined payment and refuses an amount out of range', async () => {
    const { page } = await openMember(scene)
    await recharge(page, '10')
    const decline = page.getByRole('button', { name: 'Decline (test)' })
    await decline.waitFor()
    const { pathname } = new URL(page.url())
    await decline.click()
    await page.getByText('Your payment of $10.00 was declined').waitFor()
    await awaitBalance(page, '$0.00')
    await page.getByText('No transactions yet').waitFor()
    await page.goto(pathname)
    await page.getByText('This test payment was declined.').waitFor()

    await page.goto(pages.wallet)
    await page.getByLabel('Amount in USD').fill('9.99')
    await page.getByRole('button', { name: 'Recharge', exact: true }).click()
    await page.getByText('Enter an amount between $10 and $10,000.').waitFor()
    expect(new URL(page.url()).pathname).toBe(pages.wallet)
  })

  it('shows a new account its welcome credit when it arrives, and does not warn of it', async () => {
    const { page, member } = await openMember(scene)
    await page.route('**/site/session', async route => {
      const response = await route.fetch()
      const session = await response.json()
      session.service.welcome_units = 2_000_000
      await route.fulfill({ response, json: session })
    })
    await page.goto(pages.overview)
    await page.getByText('Your wallet is empty.').waitFor()
    await giveMoney(scene.site.database, member.accountId, '0.20')
    await page.getByText('You have $0.20 of credit.').waitFor()
    expect(await page.getByText('is down to').count()).toBe(0)
  })

  it('warns of a low balance and a frozen account on every page', async () => {
    const { page, member } = await openMember(scene)
    await rechargeByTest(page, '12')
    await page.getByLabel('Alert me below').fill('20')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('On, below $20.00').waitFor()
    await page.goto(pages.access)
    await page.getByText('Your balance is down to $12.00.').waitFor()
    await page.getByRole('link', { name: 'Recharge' }).click()
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    await page.getByText('Your balance is down to $12.00').waitFor({ state: 'detached' })

    await scene.site.database.query(`update account set state = 'frozen' where id = $1`, [
      member.accountId,
    ])
    await page.goto(pages.usage)
    await page.getByRole('alert').getByText('The operator has frozen this account').waitFor()
    await expectAccessible(page)
  })

  it('shows one account nothing of another, even by URL', async () => {
    const one = await openMember(scene)
    await rechargeByTest(one.page, '25')
    await one.page.getByRole('link', { name: 'Receipt', exact: true }).first().click()
    await one.page.getByRole('article', { name: 'Receipt' }).waitFor()
    const receipt = new URL(one.page.url()).pathname
    await recharge(one.page, '30')
    await one.page.getByRole('button', { name: 'Pay (test)' }).waitFor()
    const payment = new URL(one.page.url()).pathname
    await one.page.goto(pages.access)
    const { dialog } = await createKey(one.page, 'secret project')
    await dialog.getByRole('button', { name: 'I’ve saved it' }).click()

    const { page } = await openMember(scene)
    await page.goto(pages.access)
    await page.getByText('No active keys').waitFor()
    await page.goto(pages.wallet)
    await page.getByText('No transactions yet').waitFor()
    await page.getByText('No payments yet').waitFor()
    await page.goto(receipt)
    await page.getByText('Receipt not found').waitFor()
    await page.goto(payment)
    await page.getByText('Payment not found').waitFor()
    await page.goto(`${pages.wallet}?payment=${payment.split('/').at(-1)}`)
    await page.getByText('Payment not found').waitFor()
    await awaitBalance(page, '$0.00')
  })
})
