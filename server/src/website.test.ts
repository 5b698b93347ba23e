import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWebsite, type TestWebsite } from './testing/start-website.ts'
import { send } from './testing/test-service.ts'

let site: TestWebsite
beforeAll(async () => {
  site = await startWebsite()
})
afterAll(() => site.close())

it('tells a visitor what this service offers', async () => {
  expect(await send(`${site.url}/site/session`, {})).toMatchObject({
    status: 200,
    body: {
      account: null,
      service: { base_url: site.url, providers: [], payments: 'test', mail: 'outbox' },
    },
  })
})
