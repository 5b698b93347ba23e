import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { post, startTestService, type TestService } from './testing/scenes/test-service.ts'

/** No chores within the test, so that only calls send statements. */
const QUIET = { FOOTNOTE_SWEEP_SECONDS: '3600', FOOTNOTE_WEBSITE: 'off' }

/**
 * The statements of a paid call and what a router could send each one by. A server that is divided by account
 * needs the account in each; only the statement that finds the account of a key cannot carry it.
 */
const HOT_PATH: Readonly<Record<string, 'account' | 'key'>> = {
  find_callers: 'key',
  debit_charges: 'account',
  settle_charges: 'account',
  confirm_deliveries: 'account',
}

let test: TestService
beforeAll(async () => {
  test = await startTestService(QUIET)
})
afterAll(() => test.close())

it('sends no statement for a paid call but those that docs/scale.md lists, with what they carry', async () => {
  const payer = await test.createPayer('1')
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const reply = await post(`${test.service.url}/api/v1/answer`, payer.key, { query: 'q' })
  expect(reply.status).toBe(200)
  const requestId = String(reply.headers.get('x-request-id'))
  await vi.waitUntil(() => named(query).some(({ name }) => name === 'confirm_deliveries'))
  const seen: Record<string, string> = {}
  for (const { name, values } of named(query)) {
    const sent = JSON.stringify(values ?? [])
    const carries = sent.includes(payer.accountId)
      ? 'account'
      : sent.includes(requestId)
        ? 'charge'
        : 'key'
    if (name in HOT_PATH || carries !== 'key') seen[name] = carries
  }
  expect(seen).toEqual(HOT_PATH)
})

function named(query: { mock: { calls: readonly unknown[][] } }) {
  return query.mock.calls.flatMap(([config]) => {
    const { name, values } = Object(config) as { name?: string; values?: unknown[] }
    return name === undefined ? [] : [{ name, values }]
  })
}
