import { limits } from '@footnote/contract/limits'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { joinWebsite } from '../../testing/scenes/join-website.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'

let site: TestWebsite
beforeAll(async () => {
  site = await startWebsite()
})
afterAll(() => site.close())

it('refuses a test event while too many are on their way', async () => {
  const member = await joinWebsite(site)
  // A name that nobody has, so every event stays on its way.
  const body = { url: 'https://hook.invalid', events: ['wallet.low'] }
  const created = await member.call('create_webhook', { body })
  expectSite('create_webhook', created)
  const { webhook_id } = created.body
  const test = () => member.call('test_webhook', { params: { webhook_id } })
  for (let event = 0; event < limits.openWebhookDeliveries; event += 1) {
    expectSite('test_webhook', await test())
  }
  const refused = await test()
  expectSiteError('RATE_LIMITED', refused)
  expect(refused.body.message).toContain('webhook')
})
