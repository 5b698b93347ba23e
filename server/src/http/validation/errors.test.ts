import { errors } from '@footnote/contract/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readLedger } from '../../testing/scenes/read-ledger.ts'
import { startValidation, type Validation } from '../../testing/scenes/start-validation.ts'

let check: Validation
beforeAll(async () => {
  check = await startValidation()
})
afterAll(() => check.test.close())

type Problem = { path: string; message: string }

const names = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`)
const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/

describe('errors', () => {
  it('lists every problem of an answer request', async () => {
    const { body } = await check.call('answer', {
      freshness: 'hour',
      country: 'XX',
      language: 1,
      safesearch: 'on',
      include_domains: ['a.org', 'a b', '1.2.3.4'],
      exclude_domains: ['b.org'],
      boost_domains: 'c.org',
      unknown: true,
    })
    expect(body.errors.map(({ path }: Problem) => path).sort()).toEqual(
      [
        '/country',
        '/freshness',
        '/include_domains',
        '/include_domains/1',
        '/include_domains/2',
        '/language',
        '/query',
        '/safesearch',
        '/unknown',
        '/boost_domains',
      ].sort(),
    )
  })

  it('lists problems of fields and of the schema together', async () => {
    const { body } = await check.call('research', {
      input: ' ',
      research_effort: 'lite',
      background: 'no',
      source_control: { include_domains: ['a.org'], boost_domains: ['b.org'], x: 1 },
      output_schema: { type: 'object', properties: { a: {} } },
    })
    expect(body.errors.map(({ path }: Problem) => path).sort()).toEqual([
      '/background',
      '/input',
      '/output_schema',
      '/output_schema/additionalProperties',
      '/output_schema/required',
      '/source_control/include_domains',
      '/source_control/x',
    ])
  })

  it.each([
    [19, 19],
    [20, 20],
    [21, 20],
    [5_000, 20],
  ])('of %d problems lists %d', async (count, listed) => {
    const faults = Object.fromEntries(names(count).map(name => [name, 1]))
    const { body } = await check.call('answer', { query: 'q', ...faults })
    expect(body.errors).toHaveLength(listed)
  })

  it('states a single problem in the message', async () => {
    const { body } = await check.call('answer', { query: 'q', country: 'XX' })
    expect(body.message).toMatch(/^\/country must be one of AR, .*\.$/)
    const { body: malformed } = await check.call('answer', '{')
    expect(malformed.message).toBe('The body must be valid JSON in UTF-8.')
  })

  it('summarises several problems in the message and lists them separately', async () => {
    const { body } = await check.call('answer', { query: 'q', country: 'XX', wrong: 1 })
    expect(body.message).toBe(errors.INVALID_REQUEST.message)
    expect(body.errors).toHaveLength(2)
  })

  it('names the field and the limit of a text that is too long', async () => {
    const { body } = await check.call('answer', { query: 'a'.repeat(401) })
    expect(body).toMatchObject({
      code: 'QUERY_TOO_LONG',
      errors: [{ path: '/query', message: 'must have at most 400 characters' }],
    })
  })
})

describe('a path is a JSON Pointer', () => {
  it.each([
    ['a slash', 'a/b', '/a~1b'],
    ['a tilde', 'a~b', '/a~0b'],
    ['what looks like an escape', '~1', '/~01'],
    ['nothing', '', '/'],
    ['a space and a quote', ' "', '/ "'],
    ['other letters', 'größe', '/größe'],
    ['a lone surrogate, which no parser need take', 'a\ud800', '/a\ufffd'],
  ])('to a name with %s', (_, name, path) =>
    check.expectInvalid('answer', { query: 'q', [name]: 1 }, [path]),
  )

  it('into a schema, escaped as well', () => {
    const properties = { 'a/b~c': { type: 'object' } }
    const output_schema = {
      type: 'object',
      additionalProperties: false,
      properties,
      required: ['a/b~c'],
    }
    return check.expectInvalid('research', { input: 'i', output_schema }, [
      '/output_schema/properties/a~1b~0c/additionalProperties',
    ])
  })

  it.each(['a', '~', '/', '😀'])('cut if a caller’s name of "%s" is endless', async name => {
    for (const length of [40_000, 40_001]) {
      const { body } = await check.call('answer', { query: 'q', [name.repeat(length)]: 1 })
      const [{ path }] = body.errors
      expect(path).toMatch(POINTER)
      expect(path.isWellFormed()).toBe(true)
      expect(JSON.stringify(body).length).toBeLessThan(5_000)
    }
  })
})

it('charges nothing and sends nothing upstream', async () => {
  const { test, payer } = check
  expect((await readLedger(test.database, payer.accountId)).charges).toEqual([])
  expect(test.upstream.requests).toEqual([])
})
