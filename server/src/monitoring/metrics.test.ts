import { afterAll, beforeAll, expect, it } from 'vitest'
import { get, post, startTestService, type TestService } from '../testing/scenes/test-service.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService({ FOOTNOTE_METRICS_PORT: '0' })
})
afterAll(() => test.close())

async function scrape(): Promise<string> {
  const reply = await fetch(`${test.service.metricsUrl}`)
  expect(reply.status).toBe(200)
  return reply.text()
}

it('counts requests and calls by outcome, and never quotes a caller', async () => {
  const payer = await test.createPayer('1')
  const answer = () =>
    post(`${test.service.url}/api/v1/answer`, payer.key, { query: 'canary8d2k?' })
  expect((await answer()).status).toBe(200)
  test.upstream.handler = () => ({ status: 500, body: 'canary8d2k' })
  expect((await answer()).status).toBe(502)
  await get(`${test.service.url}/canary8d2k?canary8d2k=1`, payer.key)
  const text = await scrape()
  for (const line of [
    'footnote_request_duration_seconds_count{operation="answer",outcome="200"} 1',
    'footnote_request_duration_seconds_count{operation="answer",outcome="502"} 1',
    'footnote_request_duration_seconds_count{operation="unknown",outcome="404"} 1',
    'footnote_call_duration_seconds_count{tool="answer",effort="",outcome="ok"} 1',
    'footnote_call_duration_seconds_count{tool="answer",effort="",outcome="QUERY_FAILED_REFUNDED"} 1',
    'footnote_upstream_duration_seconds_count{request="answer",outcome="upstream_failed"} 1',
    'footnote_debit_duration_seconds_count{outcome="ok"} 2',
    'footnote_batch_items_count{batch="debit"} 2',
    'footnote_settlements_total{outcome="captured",cause=""} 1',
    'footnote_settlements_total{outcome="refunded",cause="upstream_failed"} 1',
    'footnote_held_charges{kind="call",up_to="60"} 0',
    'footnote_database_up 1',
    'footnote_ready 1',
    'footnote_upstream_up 1',
    'footnote_instances{state="alive"} 1',
  ]) {
    expect(text).toContain(`${line}\n`)
  }
  expect(text).not.toContain('canary8d2k')
  expect(text).not.toContain(payer.accountId)
})

it('serves nothing but metrics, and metrics nowhere else', async () => {
  const { origin } = new URL(`${test.service.metricsUrl}`)
  expect((await fetch(`${origin}/api/v1/wallet`)).status).toBe(404)
  expect((await fetch(`${test.service.url}/metrics`)).status).toBe(404)
})
