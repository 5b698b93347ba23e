import { afterAll, beforeAll, expect, it } from 'vitest'
import { callSite } from '../../testing/scenes/call-site.ts'
import { expectSite, expectSiteError } from '../../testing/scenes/expect-site.ts'
import { insertCall } from '../../testing/scenes/insert-call.ts'
import { recountCalls } from '../../testing/scenes/recount-calls.ts'
import { startWebsite, type TestWebsite } from '../../testing/scenes/start-website.ts'

let site: TestWebsite
beforeAll(async () => {
  site = await startWebsite()
  const settledAt = new Date(Date.now() - 60_000)
  await insertCall(site.database, { settledAt, tookMs: 2_000 })
  await insertCall(site.database, { settledAt, cause: 'upstream_timeout' })
  await insertCall(site.database, { settledAt, cause: 'no_source' })
  await recountCalls(site.database)
})
afterAll(() => site.close())

const ask = (query?: Record<string, string>) =>
  callSite(site.url, 'status', query === undefined ? {} : { query })

it('is public, and has sums alone', async () => {
  for (const [query, steps] of [
    [undefined, 30],
    [{ period: 'month' }, 30],
    [{ period: 'day' }, 24],
  ] as const) {
    const reply = await ask(query)
    expectSite('status', reply)
    expect(reply.body.times).toHaveLength(steps)
    expect(reply.body).toMatchObject({
      accepts_calls: true,
      tools: [{ tool: 'answer', effort: null, answered: 1, no_answer: 1, failed: 1, points: [{}] }],
    })
    // Includes no identifier, no address, and not even the cause of a refund.
    expect(JSON.stringify(reply.body)).not.toMatch(/@|upstream|[0-9a-f]{8}-[0-9a-f]{4}/)
  }
})

it.each(['year', '', 'DAY'])('is refused for the period "%s"', async period => {
  expectSiteError('INVALID_REQUEST', await ask({ period }))
})
