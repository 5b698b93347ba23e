import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { post, startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { answerWell } from '../testing/stubs/stub-upstream.ts'

const CANARY = 'canary5w7rq'
const received: Buffer[] = []
const collector = createServer(async (request, response) => {
  received.push(await buffer(request))
  response.end()
})

let test: TestService
beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  // OpenTelemetry's exporter reads its settings from the process.
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`)
  test = await startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  vi.unstubAllEnvs()
})
afterAll(() => collector.close())

it('traces a call through service, wallet and upstream, without any of its content', async () => {
  const { service, upstream } = test
  const payer = await test.createPayer('1')
  const traces: unknown[] = []
  upstream.handler = request => {
    traces.push(request.headers['traceparent'])
    return answerWell(request)
  }
  const answer = (query: string, traceparent: string) =>
    post(`${service.url}/api/v1/answer`, payer.key, { query }, { traceparent })
  const stranger = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`
  expect((await answer(`What is ${CANARY}?`, stranger)).status).toBe(200)
  // The last spans are sent at the end.
  await test.close()
  const sent = Buffer.concat(received).toString('latin1')
  for (const name of ['request', 'call', 'debit', 'upstream', 'settle', 'footnote.outcome']) {
    expect(sent).toContain(name)
  }
  const traceId = /^00-([\da-f]{32})-[\da-f]{16}-01$/.exec(String(traces[0]))?.[1] ?? ''
  const isPartOf = Buffer.from(traceId, 'hex').toString('latin1')
  // The request, the call, its debit, its request to the upstream and its capture.
  expect(sent.split(isPartOf)).toHaveLength(6)
  // A stranger cannot choose the trace, nor that it is kept.
  expect(traces[0]).not.toContain('ab'.repeat(16))
  expect(sent).not.toContain(CANARY)
  expect(sent).not.toContain(payer.accountId)
})
