import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Payer } from '../testing/scenes/create-payer.ts'
import { expectError } from '../testing/scenes/expect-contract.ts'
import { expectFree } from '../testing/scenes/expect-free.ts'
import { sendBytes, sendRequest } from '../testing/scenes/send-bytes.ts'
import { startTestService, type TestService } from '../testing/scenes/test-service.ts'

let test: TestService
let payer: Payer
beforeAll(async () => {
  test = await startTestService()
  payer = await test.createPayer()
})
afterAll(() => test.close())

const LINE = 'POST /api/v1/answer'
const BODY = '{"query":"q"}'
/** The lines of a valid request; each test breaks one. */
const goodHeaders = () => [`Authorization: Bearer ${payer.key}`, 'Content-Type: application/json']

describe('invalid HTTP gets 400 in JSON', () => {
  it.each([
    ['garbage', 'garbage\r\n\r\n'],
    ['an empty first line and garbage', '\r\n\r\n\0\0\0\r\n'],
    ['the start of TLS', Buffer.from([22, 3, 1, 0, 200, 1, 0, 0, 196, 3, 3])],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', 'FOO /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unknown version', 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET /healthz HTTP/1.1\r\nHost\r\n\r\n'],
    ['a space before the colon', 'GET /healthz HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n'],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ])('%s', async (_, bytes) => {
    expectError('INVALID_REQUEST', await sendBytes(test.service.url, bytes))
  })
})

describe('an ambiguous request gets 400, without a charge', () => {
  it.each([
    ['two lengths', ['Content-Length: 13', 'Content-Length: 14']],
    ['two lengths in one', ['Content-Length: 13, 13']],
    ['a length that is no number', ['Content-Length: 0x0d']],
    ['a negative length', ['Content-Length: -1']],
    ['a length and chunks', ['Content-Length: 13', 'Transfer-Encoding: chunked']],
    ['a broken chunk', ['Transfer-Encoding: chunked']],
    ['an unknown transfer coding', ['Transfer-Encoding: magic']],
    ['a folded header', ['X: a', ' b', 'Content-Length: 13']],
  ])('%s', async (_, lines) => {
    const headers = [...goodHeaders(), ...lines]
    const reply = await expectFree(test, payer, () =>
      sendRequest(test.service.url, { line: LINE, headers, body: BODY }),
    )
    expectError('INVALID_REQUEST', reply)
  })
})

it('a body gets 400 if its Content-Type is none, also where no body is read', async () => {
  const line = 'DELETE /api/v1/calls/019a8467-3c1e-7c44-9d0e-5b1f6f1a2b3c'
  const [authorization = ''] = goodHeaders()
  const headers = [authorization, 'Content-Type: ;', `Content-Length: ${BODY.length}`]
  expectError('INVALID_REQUEST', await sendRequest(test.service.url, { line, headers, body: BODY }))
})

describe('more than 16 KiB of headers get 400, without a charge', () => {
  it.each([
    ['one long header', [`X-Long: ${'a'.repeat(17_000)}`]],
    ['one long name', [`X-${'a'.repeat(17_000)}: 1`]],
    ['a long key', [`Authorization: Bearer ${'a'.repeat(17_000)}`]],
    ['many headers', Array.from({ length: 900 }, (_, index) => `X-${index}: ${'a'.repeat(20)}`)],
  ])('%s', async (_, lines) => {
    const headers = [...goodHeaders(), `Content-Length: ${BODY.length}`, ...lines]
    const reply = await expectFree(test, payer, () =>
      sendRequest(test.service.url, { line: LINE, headers, body: BODY }),
    )
    expectError('INVALID_REQUEST', reply)
  })

  it('a long URL', async () => {
    const line = `GET /api/v1/research/${'a'.repeat(17_000)}`
    expectError('INVALID_REQUEST', await sendRequest(test.service.url, { line, headers: [] }))
  })
})

describe('unusual but valid HTTP is served', () => {
  it.each([
    ['an expectation', 'Expect: 100-continue'],
    ['an unknown expectation', 'Expect: magic'],
    ['an upgrade', 'Connection: Upgrade\r\nUpgrade: websocket'],
    ['a query string', ''],
  ])('%s', async (_, header) => {
    const headers = [`Authorization: Bearer ${payer.key}`, ...(header ? [header] : [])]
    const reply = await sendRequest(test.service.url, { line: 'GET /api/v1/wallet?a=b', headers })
    expect(reply.status).toBe(200)
  })

  it('HTTP/1.0', async () => {
    const reply = await sendBytes(test.service.url, 'GET /healthz HTTP/1.0\r\n\r\n')
    expect(reply).toMatchObject({ status: 200, body: { status: 'ok' } })
  })
})
