import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectContract } from '../../testing/scenes/expect-contract.ts'
import { expectFree } from '../../testing/scenes/expect-free.ts'
import { sendRequest } from '../../testing/scenes/send-bytes.ts'
import { startValidation, type Validation } from '../../testing/scenes/start-validation.ts'
import { type Reply, send } from '../../testing/scenes/test-service.ts'

let check: Validation
beforeAll(async () => {
  check = await startValidation()
})
afterAll(() => check.test.close())

const GOOD = '{"query":"q"}'
const JSON_TYPE = 'Content-Type: application/json'

/** Sends the test's own header lines, which no HTTP client would all send. */
const sendLines = (lines: readonly string[], body = GOOD): Promise<Reply> =>
  sendRequest(check.test.service.url, {
    line: 'POST /api/v1/answer',
    headers: [
      `Authorization: Bearer ${check.payer.key}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...lines,
    ],
    body,
  })

async function expectInvalidBody(request: () => Promise<Reply>): Promise<void> {
  const reply = await expectFree(check.test, check.payer, request)
  expectContract('answer', reply)
  expect(reply.body).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ path: '' }] })
}

describe('malformed bodies are refused completely', () => {
  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['an open brace', '{'],
    ['two values', '{"query":"q"}{}'],
    ['a trailing comma', '{"query":"q",}'],
    ['single quotes', "{'query':'q'}"],
    ['a comment', '{"query":"q"}//'],
    ['NaN', 'NaN'],
    ['a raw newline in a string', '{"query":"a\nb"}'],
    ['90,000 open brackets', '['.repeat(90_000)],
    ['90,000 nested arrays', '['.repeat(90_000) + ']'.repeat(90_000)],
  ])('%s', (_, body) => expectInvalidBody(() => check.call('answer', body)))

  it.each(['null', 'true', '1', '"q"', '[]', '[{"query":"q"}]'])(
    '%s, which is not an object',
    body => expectInvalidBody(() => check.call('answer', body)),
  )

  it.each([
    ['a stray continuation byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['half of a character', [0xe2, 0x82]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xfc]],
  ])('%s, which is not UTF-8', (_, bytes) =>
    expectInvalidBody(() =>
      send(`${check.test.service.url}/api/v1/answer`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${check.payer.key}`,
          'content-type': 'application/json',
        },
        body: Buffer.concat([Buffer.from('{"query":"a'), Buffer.from(bytes), Buffer.from('"}')]),
      }),
    ),
  )

  it('repeats nothing of a malformed body', async () => {
    const { body } = await check.call('answer', '{"query": secret-word}')
    expect(JSON.stringify(body)).not.toContain('secret')
  })
})

describe('Content-Type', () => {
  it.each([
    JSON_TYPE,
    'Content-Type: Application/JSON',
    'Content-Type: application/json; charset=utf-8',
    'content-type: application/json ;charset="UTF-8"',
    'Content-Type: application/json;',
  ])('"%s" is accepted', async line => {
    expect((await sendLines([line])).status).toBe(200)
  })

  it.each([
    'X-No-Type: at all',
    'Content-Type:',
    'Content-Type: garbage',
    'Content-Type: /',
    'Content-Type: text/plain',
    'Content-Type: text/json',
    'Content-Type: application/jsonp',
    'Content-Type: application/problem+json',
    'Content-Type: application/json, text/plain',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Type: multipart/form-data; boundary=application/json',
  ])('"%s" is refused', line => expectInvalidBody(() => sendLines([line])))
})

describe('Content-Encoding', () => {
  it.each(['identity', 'Identity', ''])('"%s" is accepted', async encoding => {
    expect((await sendLines([JSON_TYPE, `Content-Encoding: ${encoding}`])).status).toBe(200)
  })

  it.each(['gzip', 'br', 'deflate', 'zstd', 'x', 'gzip, identity'])('"%s" is refused', encoding =>
    expectInvalidBody(() => sendLines([JSON_TYPE, `Content-Encoding: ${encoding}`])),
  )

  it('a second header does not hide the first', () =>
    expectInvalidBody(() =>
      sendLines([JSON_TYPE, 'Content-Encoding: identity', 'Content-Encoding: gzip']),
    ))

  it('a compressed body is refused without being decompressed', () =>
    expectInvalidBody(() =>
      send(`${check.test.service.url}/api/v1/answer`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${check.payer.key}`,
          'content-type': 'application/json',
          'content-encoding': 'gzip',
        },
        body: gzipSync(' '.repeat(10_000_000)),
      }),
    ))
})

it('both problems of the headers are reported at once', async () => {
  const reply = await sendLines(['Content-Type: text/plain', 'Content-Encoding: gzip'])
  expect(reply.body.errors).toHaveLength(2)
})

it('the header Idempotency-Key is ignored: each POST is a new paid call', async () => {
  const [first, second] = [
    await sendLines([JSON_TYPE, 'Idempotency-Key: 1']),
    await sendLines([JSON_TYPE, 'Idempotency-Key: 1']),
  ]
  expect(first.body.billing.request_id).not.toBe(second.body.billing.request_id)
  expect(second.body.billing.balance_usd).toBeLessThan(first.body.billing.balance_usd)
})
