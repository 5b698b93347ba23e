import { afterEach, describe, expect, it, vi } from 'vitest'
import { InvalidApiKeyError } from './api-errors.ts'
import { type FootnoteOptions, readOptions } from './footnote-options.ts'

afterEach(() => vi.unstubAllEnvs())

describe('the key', () => {
  it('defaults to the environment', () => {
    vi.stubEnv('FOOTNOTE_API_KEY', ' fn_environment\n')
    expect(readOptions({}).apiKey).toBe('fn_environment')
    expect(readOptions({ apiKey: 'fn_given' }).apiKey).toBe('fn_given')
  })

  it.each(['', ' ', undefined])('is reported as missing: %j', apiKey => {
    vi.stubEnv('FOOTNOTE_API_KEY', '')
    expect(() => readOptions({ apiKey })).toThrow(InvalidApiKeyError)
    expect(() => readOptions({ apiKey })).toThrow(/FOOTNOTE_API_KEY.*apiKey/)
  })

  it.each(['fn_a\nb', 'fn_ä', 'fn_a b'])('is rejected without being shown: %j', apiKey => {
    expect(() => readOptions({ apiKey })).toThrow(InvalidApiKeyError)
    expect(() => readOptions({ apiKey })).not.toThrow(/fn_/)
  })
})

describe('the address', () => {
  const baseUrlOf = (baseUrl?: string) => readOptions({ apiKey: 'fn_', baseUrl }).baseUrl

  it('defaults to the environment, and then to this machine', () => {
    vi.stubEnv('FOOTNOTE_BASE_URL', '')
    expect(baseUrlOf()).toBe('http://127.0.0.1:8787')
    vi.stubEnv('FOOTNOTE_BASE_URL', 'https://footnote.example/')
    expect(baseUrlOf()).toBe('https://footnote.example')
  })

  it('may include a path', () => {
    expect(baseUrlOf('https://example.com/footnote//')).toBe('https://example.com/footnote')
    expect(baseUrlOf('https://example.com/api/v1/')).toBe('https://example.com')
  })

  it.each([
    'somewhere.example',
    'ftp://example.com',
    'https://user:secret@example.com',
    'https://example.com/?a=1',
    'https://example.com/#a',
  ])('is rejected without being shown: %s', baseUrl => {
    expect(() => baseUrlOf(baseUrl)).toThrow(TypeError)
    expect(() => baseUrlOf(baseUrl)).toThrow(/FOOTNOTE_BASE_URL or baseUrl/)
    expect(() => baseUrlOf(baseUrl)).not.toThrow(baseUrl)
  })
})

it.each([-1, 1.5, Number.NaN])('rejects %d retries', maxRetries => {
  expect(() => readOptions({ apiKey: 'fn_', maxRetries })).toThrow(/maxRetries/)
})

it.each([0, -1, Number.NaN])('rejects a time limit of %d', timeoutMs => {
  expect(() => readOptions({ apiKey: 'fn_', timeoutMs })).toThrow(/timeoutMs/)
})

describe('headers', () => {
  const headersOf = (defaultHeaders: Record<string, string>) =>
    readOptions({ apiKey: 'fn_', defaultHeaders }).headers

  it('are taken whatever their case', () => {
    expect(headersOf({ 'X-Team': 'search' })).toEqual({ 'x-team': 'search' })
  })

  it.each([
    { Authorization: 'Bearer secret' },
    { 'footnote-request-id': 'secret' },
    { Prefer: 'secret' },
    { 'a b': 'secret' },
    { 'x-a': 'secret\r\nx-b: c' },
    { 'x-a': 'secret ☃' },
  ])('that would change the call are refused without their value: %j', headers => {
    expect(() => headersOf(headers)).toThrow(TypeError)
    expect(() => headersOf(headers)).not.toThrow(/secret/)
  })
})

describe('the log', () => {
  const logged = (options: FootnoteOptions) => {
    const lines: string[] = []
    const write = (line: string) => lines.push(line)
    const logger = { error: write, warn: write, info: write, debug: write }
    const { log } = readOptions({ apiKey: 'fn_', logger, ...options })
    for (const level of ['error', 'warn', 'info', 'debug'] as const) log(level, level)
    return lines.map(line => line.replace('footnote: ', ''))
  }

  it('has the level of the option, then of the environment, then warn', () => {
    vi.stubEnv('FOOTNOTE_LOG', '')
    expect(logged({})).toEqual(['error', 'warn'])
    vi.stubEnv('FOOTNOTE_LOG', 'INFO')
    expect(logged({})).toEqual(['error', 'warn', 'info'])
    expect(logged({ logLevel: 'off' })).toEqual([])
  })

  it('reports a level that it does not know', () => {
    vi.stubEnv('FOOTNOTE_LOG', 'loud')
    expect(logged({})).toEqual([expect.stringContaining('FOOTNOTE_LOG'), 'error', 'warn'])
    expect(() => logged({ logLevel: 'loud' as 'off' })).toThrow(/logLevel/)
  })
})

describe('without an environment', () => {
  afterEach(() => vi.unstubAllGlobals())
  const denied = {
    get env(): never {
      throw new Error('Requires env access')
    },
  }

  it.each([
    ['none at all', undefined],
    ['nothing in it', {}],
    ['no permission', denied],
  ])('works with the options alone: %s', (_what, process) => {
    vi.stubGlobal('process', process)
    const given = readOptions({ apiKey: 'fn_given' })
    vi.unstubAllGlobals()
    expect(given).toMatchObject({ apiKey: 'fn_given', baseUrl: 'http://127.0.0.1:8787' })
  })
})
