import { pages } from '@footnote/contract/site/pages'
import { waitFor } from '@footnote/platform/testing/wait-for'
import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { type StubStripe, startStubStripe } from '../server/src/testing/stubs/stub-stripe.ts'
import { awaitBalance } from './scene/await-balance.ts'
import { describeWebsite } from './scene/describe-website.ts'
import { openMember } from './scene/open-member.ts'
import { readMovements } from './scene/read-movements.ts'
import { recharge } from './scene/recharge.ts'

let stripe: StubStripe

describeWebsite(
  'the wallet with Stripe',
  scene => {
    afterAll(() => stripe.close())
    beforeEach(() => {
      stripe.webhookUrl = undefined
      stripe.interfere = () => 'serve'
    })
    const webhook = () => `${scene.site.url}/webhooks/stripe`
    const lastSession = () => [...stripe.books.sessions.keys()].at(-1) ?? ''
    const lastEvent = () => {
      const event = stripe.books.events.at(-1)
      if (!event) throw new Error('nothing has happened at Stripe')
      return event
    }
    /** Pays on Stripe's page, which leads back. */
    async function payAtStripe(page: Page, usd: string): Promise<void> {
      await recharge(page, usd)
      await page.waitForURL(({ origin }) => origin === stripe.config.url)
      await page.getByRole('button', { name: 'Pay' }).click()
      await page.getByRole('heading', { name: 'Wallet' }).waitFor()
    }
    const credited = (page: Page, amount: string) =>
      page.getByText(`${amount} credited`, { exact: true }).waitFor()

    it('credits a payment once, however often its webhook arrives', async () => {
      const { page } = await openMember(scene)
      stripe.webhookUrl = webhook()
      await payAtStripe(page, '40')
      await credited(page, '$40.00')
      await awaitBalance(page, '$40.00')
      expect(await stripe.send(lastEvent())).toBe(200)
      expect(await stripe.send(lastEvent())).toBe(200)
      await page.reload()
      await awaitBalance(page, '$40.00')
      expect(await readMovements(page)).toEqual([['Recharge Receipt', '+$40.00', '$40.00']])
    })

    it('credits a payment on return when the webhook never arrives', async () => {
      const { page } = await openMember(scene)
      await payAtStripe(page, '15')
      await credited(page, '$15.00')
      await awaitBalance(page, '$15.00')
    })

    it('waits while Stripe is down and credits on a late webhook', async () => {
      const { page } = await openMember(scene)
      await recharge(page, '20')
      await page.getByRole('button', { name: 'Pay' }).waitFor()
      stripe.interfere = () => 'refuse'
      await page.getByRole('button', { name: 'Pay' }).click()
      await page.getByText('Waiting for the payment provider').waitFor()
      await awaitBalance(page, '$0.00')
      stripe.interfere = () => 'serve'
      expect(await stripe.send(lastEvent(), webhook())).toBe(200)
      await credited(page, '$20.00')
      await awaitBalance(page, '$20.00')
    })

    it('charges nothing for a cancelled checkout and lets it continue', async () => {
      const { page } = await openMember(scene)
      await recharge(page, '20')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('heading', { name: 'Wallet' }).waitFor()
      await page.getByText('Unpaid').waitFor()
      await page.getByRole('link', { name: 'Continue payment' }).first().click()
      await page.getByRole('button', { name: 'Pay' }).click()
      await credited(page, '$20.00')
    })

    it('recharges automatically with a saved card until it is turned off and removed', async () => {
      const { page } = await openMember(scene)
      await page.goto(pages.wallet)
      const panel = page.getByRole('region', { name: 'Automatic recharge' })
      await panel.getByText('No card is saved').waitFor()
      await page.getByLabel('Save this card').check()
      await page.getByLabel('Amount in USD').fill('20')
      await page.getByRole('button', { name: /^Recharge \$/ }).click()
      await page.getByRole('button', { name: 'Pay' }).click()
      await credited(page, '$20.00')
      await panel.getByText('Visa ending in 4242').waitFor()
      await panel.getByLabel('When below').fill('25')
      await panel.getByLabel('Charge my card').fill('20')
      await panel.getByRole('button', { name: 'Turn on' }).click()
      await panel.getByText('Enter at least the balance at which to recharge.').waitFor()
      await panel.getByLabel('Charge my card').fill('30')
      await panel.getByRole('button', { name: 'Turn on' }).click()
      await panel.getByText('we charge your card $30.00').waitFor()
      // The balance is below the mark already.
      await waitFor('the automatic recharge', () =>
        page.evaluate(async () =>
          (await (await fetch('/site/payments')).text()).includes('"credited_units":300000000'),
        ),
      )
      await page.reload()
      await awaitBalance(page, '$50.00')
      await page.getByRole('row', { name: /Automatic/ }).waitFor()
      await panel.getByText('This month: $30.00').waitFor()
      await panel.getByRole('button', { name: 'Turn off' }).click()
      await panel.getByText('Turned off.').waitFor()
      await panel.getByRole('button', { name: 'Remove card' }).click()
      await panel.getByText('No card is saved').waitFor()
    })

    it('freezes spending during a dispute, deducts a refund, and shows both', async () => {
      const { page } = await openMember(scene)
      await payAtStripe(page, '30')
      await credited(page, '$30.00')
      const { disputeId, event } = stripe.books.dispute(lastSession(), { amount: 3_000 })
      expect(await stripe.send(event, webhook())).toBe(200)
      await page.goto(pages.access)
      await page.getByRole('alert').getByText('A payment is disputed at the bank').waitFor()
      await page.goto(pages.wallet)
      await page.getByText('Spending frozen').waitFor()
      await awaitBalance(page, '$0.00')
      const decided = stripe.books.decideDispute(disputeId, 'won')
      expect(await stripe.send(decided, webhook())).toBe(200)
      await page.reload()
      await awaitBalance(page, '$30.00')
      expect(await page.getByText('Spending frozen').count()).toBe(0)

      const refund = stripe.books.refund(lastSession(), 500)
      expect(await stripe.send(refund.event, webhook())).toBe(200)
      await page.reload()
      await awaitBalance(page, '$25.00')
      const [refunded] = await readMovements(page)
      expect(refunded?.slice(-2)).toEqual(['−$5.00', '$25.00'])
      await page.getByText('Partly refunded').waitFor()
      await page.getByRole('link', { name: /^No\. FN-/ }).click()
      const left = page.getByRole('row', { name: /^Remaining/ })
      expect(await left.innerText()).toContain('$25.00')
    })
  },
  async () => {
    stripe = await startStubStripe()
    return { settings: stripe.settings, origins: [stripe.config.url] }
  },
)
