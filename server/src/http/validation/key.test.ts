import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeKey } from '../../keys/key-format.ts'
import type { Payer } from '../../testing/scenes/create-payer.ts'
import { expectError } from '../../testing/scenes/expect-contract.ts'
import { expectFree } from '../../testing/scenes/expect-free.ts'
import { sendRequest } from '../../testing/scenes/send-bytes.ts'
import { startTestService, type TestService } from '../../testing/scenes/test-service.ts'

let test: TestService
let payer: Payer
let other: Payer
beforeAll(async () => {
  test = await startTestService()
  payer = await test.createPayer()
  other = await test.createPayer()
})
afterAll(() => test.close())

const BODY = '{"query":"q"}'

/** The placeholders KEY and OTHER stand for two valid keys. */
const sendWith = (headers: readonly string[]) =>
  sendRequest(test.service.url, {
    line: 'POST /api/v1/answer',
    headers: [
      'Content-Type: application/json',
      `Content-Length: ${BODY.length}`,
      ...headers.map(line => line.replace('KEY', payer.key).replace('OTHER', other.key)),
    ],
    body: BODY,
  })

it.each(['Bearer KEY', 'bearer KEY', 'BEARER KEY', 'bEaReR   KEY'])(
  'Authorization: %s is accepted',
  async value => {
    expect((await sendWith([`Authorization: ${value}`])).status).toBe(200)
  },
)

it.each([
  ['no header', []],
  ['an empty header', ['Authorization:']],
  ['the scheme alone', ['Authorization: Bearer']],
  ['the key alone', ['Authorization: KEY']],
  ['no space', ['Authorization: BearerKEY']],
  ['another scheme', ['Authorization: Basic KEY']],
  ['another header', ['X-API-Key: KEY']],
  ['a cookie', ['Cookie: authorization=Bearer KEY']],
  ['a quoted key', ['Authorization: Bearer "KEY"']],
  ['text after the key', ['Authorization: Bearer KEY x']],
  ['a comma after the key', ['Authorization: Bearer KEY,']],
  ['two keys in one header', ['Authorization: Bearer KEY, Bearer OTHER']],
  ['two headers', ['Authorization: Bearer KEY', 'Authorization: Bearer OTHER']],
  ['two equal headers', ['Authorization: Bearer KEY', 'Authorization: Bearer KEY']],
  ['an empty header before the good one', ['Authorization:', 'Authorization: Bearer KEY']],
  ['the same name in other case', ['authorization: Bearer KEY', 'AUTHORIZATION: Bearer OTHER']],
  ['a key in lower case', ['Authorization: Bearer LOWER']],
  ['a key with one character less', ['Authorization: Bearer SHORT']],
  ['a key that was never given out', [`Authorization: Bearer ${makeKey()}`]],
  ['a very long key', [`Authorization: Bearer fn_${'a'.repeat(10_000)}`]],
])('%s is refused with 401', async (_, lines) => {
  const headers = lines.map(line =>
    line.replace('LOWER', payer.key.toLowerCase()).replace('SHORT', payer.key.slice(0, -1)),
  )
  const reply = await expectFree(test, payer, () => sendWith(headers))
  expectError('INVALID_API_KEY', reply)
  expect(reply.headers.get('www-authenticate')).toBe('Bearer')
})
