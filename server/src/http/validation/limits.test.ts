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

const EMOJI = '😀'
const MOST_BYTES = 180_000

describe('texts are counted in Unicode code points', () => {
  it.each([
    ['answer', 'query', 'a', 400],
    ['answer', 'query', EMOJI, 400],
    ['research', 'input', 'ü', 40_000],
    ['research', 'input', EMOJI, 40_000],
    ['finance_research', 'input', 'a', 40_000],
    ['finance_research', 'input', EMOJI, 40_000],
  ] as const)(
    '%s: %s of "%s" accepts %d and not one more',
    async (tool, field, character, most) => {
      await check.expectTaken(tool, { [field]: character.repeat(most) })
      await check.expectTooLong(tool, { [field]: character.repeat(most + 1) }, [`/${field}`])
    },
  )

  it('before trimming: 399 blanks and a letter fit, 400 blanks and a letter do not', async () => {
    await check.expectTaken('answer', { query: `${' '.repeat(399)}a` })
    await check.expectTooLong('answer', { query: `${' '.repeat(400)}a` }, ['/query'])
  })

  it('and a combining mark counts as a character', () =>
    check.expectTooLong('answer', { query: 'e\u0301'.repeat(201) }, ['/query']))
})

describe('a domain list has 500 items and not one more', () => {
  const hosts = (count: number) => Array.from({ length: count }, (_, index) => `h${index}.org`)

  it.each(['include_domains', 'exclude_domains', 'boost_domains'])('%s', async list => {
    await check.expectTaken('answer', { query: 'q', [list]: hosts(500) })
    await check.expectInvalid('answer', { query: 'q', [list]: hosts(501) }, [`/${list}`])
    const research = (count: number) => ({ input: 'i', source_control: { [list]: hosts(count) } })
    await check.expectTaken('research', research(500))
    await check.expectInvalid('research', research(501), [`/source_control/${list}`])
  })

  it('duplicates count', () => {
    const body = { query: 'q', include_domains: Array(501).fill('a.org') }
    return check.expectInvalid('answer', body, ['/include_domains'])
  })
})

describe('a body has 180,000 bytes and not one more', () => {
  /** Valid JSON of exactly so many bytes; white space around it counts too. */
  const bodyOf = (bytes: number, query = 'q') => {
    const json = JSON.stringify({ query })
    return new Blob([json, ' '.repeat(bytes - Buffer.byteLength(json))])
  }
  const post = (body: Blob | ReadableStream): Promise<Reply> =>
    send(`${check.test.service.url}/api/v1/answer`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${check.payer.key}`,
        'content-type': 'application/json',
      },
      body,
      duplex: 'half',
    })
  // A stream has no Content-Length.
  const transfers = [
    ['with Content-Length', (body: Blob) => body],
    ['chunked', (body: Blob) => body.stream()],
  ] as const

  it.each(transfers)('%s', async (_, transfer) => {
    expect((await post(transfer(bodyOf(MOST_BYTES)))).status).toBe(200)
    const reply = await expectFree(check.test, check.payer, () =>
      post(transfer(bodyOf(MOST_BYTES + 1))),
    )
    expectContract('answer', reply)
    expect(reply.body).toMatchObject({ code: 'QUERY_TOO_LONG', errors: [{ path: '' }] })
  })

  it('of UTF-8, not characters', async () => {
    const body = bodyOf(MOST_BYTES + 1, EMOJI.repeat(400))
    expect((await body.text()).length).toBeLessThan(MOST_BYTES)
    expect((await post(body)).status).toBe(413)
    expect((await post(bodyOf(MOST_BYTES, EMOJI.repeat(400)))).status).toBe(200)
  })

  it.each([
    ['with Content-Length', 'Content-Length: 10000000', ''],
    ['chunked', 'Transfer-Encoding: chunked', '989680\r\n'],
  ])(
    'and a client that sends 10 MB %s before listening still gets the reply',
    async (_, header, prefix) => {
      const { test, payer } = check
      const reply = await expectFree(test, payer, () =>
        sendRequest(test.service.url, {
          line: 'POST /api/v1/answer',
          headers: [`Authorization: Bearer ${payer.key}`, 'Content-Type: application/json', header],
          body: prefix + '['.repeat(10_000_000),
        }),
      )
      expectContract('answer', reply)
      expect(reply.body.code).toBe('QUERY_TOO_LONG')
    },
  )
})
