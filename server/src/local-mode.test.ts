import { engineSettings } from '@footnote/platform/engine-settings'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import {
  costsRealMoney,
  engineCostsMoney,
  isLocalMode,
  isLoopback,
  operatorsNeedTwoFactor,
  paymentsOf,
  requireWebsiteSettings,
} from './local-mode.ts'
import { SELLER } from './testing/scenes/seller.ts'

const SECRET = 'sesame'.repeat(6)
const stripe = (key: string) => ({
  FOOTNOTE_STRIPE_KEY: key,
  FOOTNOTE_STRIPE_WEBHOOK_SECRET: 'whsec_sesame',
})
const upstream = { FOOTNOTE_UPSTREAM_URL: 'https://upstream.example' }
const published = { FOOTNOTE_PUBLIC_URL: 'https://footnote.example' }
const smtp = {
  FOOTNOTE_SMTP_URL: 'smtp://user:sesame@mail.example',
  FOOTNOTE_MAIL_FROM: 'hello@footnote.example',
}
const equipped = { ...smtp, ...SELLER, FOOTNOTE_SECRET: SECRET }

type Settings = Readonly<Record<string, string>>

function problemsOf(settings: Settings): string[] {
  const config = readConfig(settings)
  try {
    requireWebsiteSettings(config)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    const { message } = error as Error
    expect(message).not.toMatch(/sesame|example|sk_test/)
    return message.split('\n')
  }
}

/** Returns the missing settings and the reason in the message. */
const missingOf = (settings: Settings) =>
  /^the website needs (.*), because (\S+) is .*; FOOTNOTE_WEBSITE=off serves the API alone$/
    .exec(problemsOf(settings).join('\n'))
    ?.slice(1)
const MAIL = 'FOOTNOTE_SMTP_URL with FOOTNOTE_MAIL_FROM'
const SELLER_NAMES = Object.keys(SELLER).join(', ')
const LONG_SECRET = 'FOOTNOTE_SECRET (32 characters or more)'

it.each([
  ...['127.0.0.1', '127.0.0.53', '127.255.255.254', 'localhost', '::1', '0:0:0:0:0:0:0:1'],
  ...['::ffff:127.0.0.1', '::ffff:7f00:1'],
])('%s is loopback', host => {
  expect(isLoopback(host)).toBe(true)
  expect(isLocalMode(readConfig({ HOST: host }))).toBe(true)
})

it.each([
  ...['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', '126.255.255.255', '192.168.1.1', 'fd00::1', '::2'],
  ...['::ffff:10.0.0.1', '::ffff:0.0.0.0', 'localhost.example', '127.0.0.1.example', 'example.com'],
  // Names depend on the resolver, so they do not count as loopback.
  ...['127.1', '2130706433', '0x7f000001'],
])('%s is not loopback', host => {
  expect(isLoopback(host)).toBe(false)
  expect(isLocalMode(readConfig({ HOST: host }))).toBe(false)
})

it('a public address ends local mode, but an upstream does not', () => {
  expect(isLocalMode(readConfig({}))).toBe(true)
  expect(isLocalMode(readConfig(published))).toBe(false)
  expect(isLocalMode(readConfig(upstream))).toBe(true)
})

it.each([
  [{}, false],
  [{ FOOTNOTE_SEARXNG_URL: 'http://127.0.0.1:8888' }, false],
  [upstream, true],
  [{ FOOTNOTE_BRAVE_KEY: 'sesame' }, true],
  [{ FOOTNOTE_YOU_KEY: 'sesame' }, true],
  [{ FOOTNOTE_LLM_KEY: 'sesame' }, true],
  [{ FOOTNOTE_LLM_URL: 'http://127.0.0.1:11434/v1' }, false],
  [{ FOOTNOTE_LLM_URL: 'http://localhost:11434/v1' }, false],
  // On another machine, or with text in it that may be a key.
  [{ FOOTNOTE_LLM_URL: 'https://models.example/v1' }, true],
  [{ FOOTNOTE_SEARXNG_URL: 'http://search.example' }, true],
  [{ FOOTNOTE_LLM_URL: 'http://127.0.0.1.example/v1' }, true],
  [{ FOOTNOTE_LLM_URL: 'http://user:sesame@127.0.0.1/v1' }, true],
  [{ FOOTNOTE_LLM_URL: 'http://sesame@127.0.0.1/v1' }, true],
  [{ FOOTNOTE_SEARXNG_URL: 'http://127.0.0.1:8888/?key=sesame' }, true],
  [{ FOOTNOTE_LLM_URL: 'not a url' }, true],
  // Another machine's engine may take the work from there.
  [{ FOOTNOTE_ENGINE_DATABASE_URL: 'postgres://u:p@127.0.0.1/engine' }, true],
])('with %j calls cost real money: %s', (settings, costs) => {
  expect(costsRealMoney(readConfig(settings))).toBe(costs)
})

it.each(engineSettings.filter(({ costsMoney }) => costsMoney !== 'never'))(
  'calls cost real money with $name, as it declares',
  ({ name }) => {
    const settings = { [name]: 'postgres://u:sesame@database.example/engine' }
    expect(costsRealMoney(readConfig(settings))).toBe(true)
  },
)

it('calls cost nothing with settings that are declared free', () => {
  const free = engineSettings.filter(({ costsMoney }) => costsMoney === 'never')
  const environment = Object.fromEntries(free.map(({ name }) => [name, 'https://paid.example']))
  expect(engineCostsMoney(environment)).toBe(false)
})

it('an undeclared engine setting counts as paid', () => {
  expect(engineCostsMoney({ PATH: '/bin', FOOTNOTE_LOG_LEVEL: 'info' })).toBe(false)
  expect(engineCostsMoney({ FOOTNOTE_NEW_PROVIDER_KEY: 'sesame' })).toBe(true)
})

it.each([
  [{}, false],
  [stripe('sk_test_1'), false],
  [stripe('rk_test_1'), false],
  [published, true],
  [{ FOOTNOTE_PUBLIC_URL: 'http://footnote.example' }, true],
  [stripe('sk_live_1'), true],
  [stripe('a key of another kind'), true],
  [upstream, true],
  [{ FOOTNOTE_BRAVE_KEY: 'sesame' }, true],
])('with %j admins need two-factor authentication: %s', (settings, isNeeded) => {
  expect(operatorsNeedTwoFactor(readConfig(settings))).toBe(isNeeded)
})

it.each([
  ['test', {}],
  ['none', { HOST: '0.0.0.0' }],
  ['none', published],
  ['none', upstream],
  ['none', { FOOTNOTE_BRAVE_KEY: 'sesame' }],
  ['none', { FOOTNOTE_LLM_URL: 'https://models.example/v1' }],
  ['stripe', stripe('sk_live_1')],
  ['stripe', { ...published, ...stripe('sk_live_1') }],
] as const)('wallets are recharged by %s with %j', (payments, settings) => {
  expect(paymentsOf(readConfig(settings))).toBe(payments)
})

describe('the website', () => {
  it('needs nothing in local mode, even with an upstream', () => {
    for (const settings of [{}, { HOST: '::1' }, upstream]) expect(problemsOf(settings)).toEqual([])
  })

  it('needs mail, a secret and a seller with a public address, and names what is missing', () => {
    const cause = 'FOOTNOTE_PUBLIC_URL'
    expect(missingOf(published)).toEqual([`${MAIL}, ${LONG_SECRET}, ${SELLER_NAMES}`, cause])
    expect(missingOf({ ...published, ...smtp, ...SELLER })).toEqual([LONG_SECRET, cause])
    const secret = { FOOTNOTE_SECRET: SECRET }
    expect(missingOf({ ...published, ...secret, ...SELLER })).toEqual([MAIL, cause])
    expect(missingOf({ ...published, ...secret, ...smtp })).toEqual([SELLER_NAMES, cause])
    expect(problemsOf({ ...published, ...equipped })).toEqual([])
  })

  it('needs its public address if it is reached by another than it listens on', () => {
    const settings = { ...equipped, HOST: '0.0.0.0' }
    expect(missingOf(settings)).toEqual(['FOOTNOTE_PUBLIC_URL', 'HOST'])
    expect(problemsOf({ ...settings, ...published })).toEqual([])
  })

  it('says how to do without the website', () => {
    expect(problemsOf(published).join()).toContain('FOOTNOTE_WEBSITE=off serves the API alone')
    for (const settings of [published, { HOST: '0.0.0.0' }]) {
      expect(problemsOf({ ...settings, FOOTNOTE_WEBSITE: 'off' })).toEqual([])
    }
  })

  it.each(['http://footnote.example', 'HTTP://footnote.example', 'hTTp:footnote.example'])(
    'refuses live payments at %s',
    url => {
      const settings = { ...equipped, FOOTNOTE_PUBLIC_URL: url }
      expect(problemsOf(settings)).toEqual([])
      expect(problemsOf({ ...settings, ...stripe('sk_test_1') })).toEqual([])
      expect(problemsOf({ ...settings, ...stripe('sk_live_1') }).join()).toMatch(
        /^FOOTNOTE_PUBLIC_URL is not https, but FOOTNOTE_STRIPE_KEY is a live key/,
      )
    },
  )

  it.each(['https://footnote.example', 'HTTPS://footnote.example'])(
    'accepts live payments at %s',
    url => {
      const settings = { ...equipped, ...stripe('sk_live_1'), FOOTNOTE_PUBLIC_URL: url }
      expect(problemsOf(settings)).toEqual([])
    },
  )

  it.each(['sk_test_1', 'rk_test_1'])('refuses a test key if calls cost money: %s', key => {
    const settings = { ...equipped, ...stripe(key) }
    expect(problemsOf(settings)).toEqual([])
    for (const costly of [upstream, { FOOTNOTE_LLM_KEY: 'sesame' }]) {
      expect(problemsOf({ ...settings, ...costly }).join()).toMatch(
        /^FOOTNOTE_STRIPE_KEY is a test key/,
      )
    }
    const live = { ...equipped, ...stripe('sk_live_1'), ...upstream }
    expect(problemsOf(live)).toEqual([])
  })
})
