import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COUNTRIES, LANGUAGES } from '../../testing/scenes/codes.ts'
import { startValidation, type Validation } from '../../testing/scenes/start-validation.ts'

let check: Validation
beforeAll(async () => {
  check = await startValidation()
})
afterAll(() => check.test.close())

const TEXTS = [
  ['answer', 'query'],
  ['research', 'input'],
  ['finance_research', 'input'],
] as const

describe.each(TEXTS)('%s: %s', (tool, field) => {
  it('is required', () => check.expectInvalid(tool, {}, [`/${field}`]))

  it.each([null, 1, true, ['q'], { q: 'q' }])('must be a string, not %j', value =>
    check.expectInvalid(tool, { [field]: value }, [`/${field}`]),
  )

  it.each([
    ['nothing', ''],
    ['spaces, tabs and newlines', ' \t\r\n'],
    ['a next-line character', '\u0085'],
    ['an ideographic space', '\u3000'],
    ['no-break and thin spaces', '\u00a0\u2009\u202f'],
    ['line separators', '\u2028\u2029'],
  ])('is blank with %s alone', (_, text) =>
    check.expectInvalid(tool, { [field]: text }, [`/${field}`]),
  )

  it.each([
    ['zero-width space', '\u200b'],
    ['byte order mark', '\ufeff'],
    ['NUL', '\0'],
  ])('is not blank with a %s, which is not white space', (_, text) =>
    check.expectTaken(tool, { [field]: text }),
  )

  it.each([
    ['at the end', 'a\ud83d'],
    ['at the start', '\ude00a'],
    ['the wrong way round', '\ude00\ud83d'],
  ])('has no lone surrogate %s', (_, text) =>
    check.expectInvalid(tool, { [field]: text }, [`/${field}`]),
  )

  it('allows no unknown field beside it', () =>
    check.expectInvalid(tool, { [field]: 'q', account_id: 'x' }, ['/account_id']))

  it.each(['price', 'X-API-Key', 'idempotency_key', '__proto__', 'constructor', 'toString'])(
    'is refused beside %s',
    name =>
      check.expectInvalid(tool, `{${JSON.stringify(field)}:"q",${JSON.stringify(name)}:{}}`, [
        `/${name}`,
      ]),
  )
})

describe('null differs from absent', () => {
  it.each([
    ['answer', 'freshness'],
    ['answer', 'country'],
    ['answer', 'language'],
    ['answer', 'safesearch'],
    ['answer', 'include_domains'],
    ['answer', 'exclude_domains'],
    ['answer', 'boost_domains'],
    ['research', 'research_effort'],
    ['research', 'source_control'],
    ['research', 'background'],
    ['research', 'output_schema'],
    ['finance_research', 'research_effort'],
  ] as const)('%s: %s', (tool, field) => {
    const text = tool === 'answer' ? { query: 'q' } : { input: 'i' }
    return check.expectInvalid(tool, { ...text, [field]: null }, [`/${field}`])
  })

  it.each(['include_domains', 'exclude_domains', 'boost_domains', 'freshness', 'country'])(
    'research: source_control.%s',
    field => {
      const body = { input: 'i', source_control: { [field]: null } }
      return check.expectInvalid('research', body, [`/source_control/${field}`])
    },
  )
})

describe('types are never coerced', () => {
  it.each([
    ['answer', { query: 'q', include_domains: 'a.org' }, '/include_domains'],
    ['answer', { query: 'q', include_domains: { 0: 'a.org' } }, '/include_domains'],
    ['answer', { query: 'q', include_domains: ['a.org', 1] }, '/include_domains/1'],
    ['answer', { query: 'q', country: ['US'] }, '/country'],
    ['answer', { query: 'q', safesearch: false }, '/safesearch'],
    ['research', { input: 'i', background: 'true' }, '/background'],
    ['research', { input: 'i', background: 1 }, '/background'],
    ['research', { input: 'i', source_control: [] }, '/source_control'],
    ['research', { input: 'i', output_schema: [] }, '/output_schema'],
    ['research', { input: 'i', output_schema: '{}' }, '/output_schema'],
  ] as const)('%s refuses %j', (tool, body, path) => check.expectInvalid(tool, body, [path]))
})

describe('enumerations', () => {
  it.each(['off', 'moderate', 'strict'])('safesearch accepts %s', safesearch =>
    check.expectTaken('answer', { query: 'q', safesearch }),
  )
  it.each(['Off', 'STRICT', 'on', '', ' off'])('safesearch refuses "%s"', safesearch =>
    check.expectInvalid('answer', { query: 'q', safesearch }, ['/safesearch']),
  )
  it.each(['Lite', 'LITE', 'medium', '', 'frontier '])('research refuses effort "%s"', effort =>
    check.expectInvalid('research', { input: 'i', research_effort: effort }, ['/research_effort']),
  )
  it.each(['lite', 'standard', 'frontier', 'Deep', ''])('finance refuses effort "%s"', effort =>
    check.expectInvalid('finance_research', { input: 'i', research_effort: effort }, [
      '/research_effort',
    ]),
  )
  it.each(['background', 'source_control', 'output_schema', 'query'])('finance has no %s', field =>
    check.expectInvalid('finance_research', { input: 'i', [field]: {} }, [`/${field}`]),
  )
  it.each(['language', 'safesearch', 'query'])('source_control has no %s', field => {
    const body = { input: 'i', source_control: { [field]: 'x' } }
    return check.expectInvalid('research', body, [`/source_control/${field}`])
  })
})

describe('countries and languages', () => {
  it.each(COUNTRIES)(
    'accepts the country %s in any case and sends it in upper case',
    async code => {
      for (const country of [code, code.toLowerCase()]) {
        await check.expectTaken('answer', { query: 'q', country })
        expect(check.test.upstream.requests.at(-1)?.body).toMatchObject({ country: code })
      }
    },
  )

  it.each(LANGUAGES)(
    'accepts the language %s in any case and sends it in upper case',
    async code => {
      for (const language of [code, code.toLowerCase()]) {
        await check.expectTaken('answer', { query: 'q', language })
        expect(check.test.upstream.requests.at(-1)?.body).toMatchObject({ language: code })
      }
    },
  )

  it.each(['', 'XX', 'UK', 'USA', 'U', ' US', 'EN', 'ıN', 'ﬁ', 'uſ', 'constructor'])(
    'refuses the country "%s"',
    country => check.expectInvalid('answer', { query: 'q', country }, ['/country']),
  )

  it.each(['', 'XX', 'ENG', 'ZH', 'EN_GB', 'PT', 'EN-US', 'ıs', 'eﬅ', 'uſ', '__proto__'])(
    'refuses the language "%s"',
    language => check.expectInvalid('answer', { query: 'q', language }, ['/language']),
  )
})

describe('freshness', () => {
  it.each([
    ...['day', 'week', 'month', 'year'],
    ...['2024-01-01to2024-12-31', '2024-02-29to2024-02-29', '2000-02-29to2999-12-31'],
  ])('accepts %s', async freshness => {
    await check.expectTaken('answer', { query: 'q', freshness })
    await check.expectTaken('research', { input: 'i', source_control: { freshness } })
  })

  it.each([
    ['another word', 'hour'],
    ['upper case', 'Day'],
    ['nothing', ''],
    ['one date', '2024-01-01'],
    ['a range that ends before it starts', '2024-01-02to2024-01-01'],
    ['29 February of a common year', '2023-02-29to2023-03-01'],
    ['29 February 1900', '1900-02-01to1900-02-29'],
    ['30 February', '2024-01-01to2024-02-30'],
    ['31 April', '2024-04-31to2024-05-01'],
    ['month 13', '2024-01-01to2024-13-01'],
    ['month 0', '2024-00-01to2024-01-01'],
    ['day 0', '2024-01-00to2024-01-01'],
    ['dates without leading zeros', '2024-1-1to2024-2-1'],
    ['spaces', '2024-01-01 to 2024-02-01'],
    ['a newline at the end', '2024-01-01to2024-02-01\n'],
    ['times', '2024-01-01T00:00:00to2024-02-01T00:00:00'],
    ['five-digit years', '12024-01-01to12024-02-01'],
    ['other digits', '２０２４-01-01to2024-02-01'],
  ])('refuses %s', async (_, freshness) => {
    await check.expectInvalid('answer', { query: 'q', freshness }, ['/freshness'])
    const body = { input: 'i', source_control: { freshness } }
    await check.expectInvalid('research', body, ['/source_control/freshness'])
  })
})
