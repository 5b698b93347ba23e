import { engineSettings } from '@footnote/platform/engine-settings'
import { expect, it } from 'vitest'
import { ConfigError, findUnknownSettings, readConfig } from './config.ts'
import { settings } from './settings.ts'
import { SELLER } from './testing/scenes/seller.ts'

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n')
  }
}

it('works without any setting, with the documented defaults', () => {
  expect(readConfig({})).toEqual({
    port: 8787,
    workers: 1,
    host: '127.0.0.1',
    dataDir: '.footnote',
    databaseUrl: undefined,
    upstream: undefined,
    engine: { databaseUrl: undefined, environment: {} },
    publicUrl: undefined,
    website: {
      isOn: true,
      secret: undefined,
      previousSecret: undefined,
      smtp: undefined,
      stripe: undefined,
      github: undefined,
      google: undefined,
      webhookLoopback: false,
      welcomeUnits: undefined,
      visitorAnswersPerHour: 0,
      trustedProxies: [],
    },
    logLevel: 'info',
    drainMs: 30_000,
    upstreamConnections: 512,
    queueMs: 3_000,
    shedDelayMs: 100,
    accountLimits: { callsAtOnce: 100, refundsPerHour: 300 },
    connectionsPerAddress: 500,
    mostSweepShare: 0.5,
    mcpReportCharacters: 24_000,
    heldResultBytes: 134_217_728,
    instanceUrl: undefined,
    metrics: undefined,
    tracing: undefined,
    timeLimits: {
      callMs: { answer: 60_000, lite: 60_000, standard: 180_000, finance: 420_000 },
      submitMs: 60_000,
      pollMs: 30_000,
      settleGraceMs: 30_000,
      taskLifetimeMs: 86_400_000,
      taskVerdictMs: 900_000,
      taskMissingMs: 180_000,
      sweepMs: 1_000,
      leaseMs: 15_000,
      breakerMs: 5_000,
      databaseMs: 5_000,
      mcpWaitMs: 45_000,
      holdResultMs: 900_000,
    },
  })
})

it('treats a limit of 0 as no limit', () => {
  const config = readConfig({
    FOOTNOTE_ACCOUNT_CALLS: '0',
    FOOTNOTE_ADDRESS_CONNECTIONS: '0',
    FOOTNOTE_ACCOUNT_REFUNDS_PER_HOUR: '0',
  })
  expect(config.accountLimits).toEqual({ callsAtOnce: undefined, refundsPerHour: undefined })
  expect(config.connectionsPerAddress).toBeUndefined()
})

it('treats an empty or blank setting as unset', () => {
  const blank = Object.fromEntries(settings.map(({ name }) => [name, ' ']))
  expect(readConfig(blank)).toEqual(readConfig({}))
})

it('passes the engine its own settings, and nothing that might be a secret', () => {
  const own = {
    FOOTNOTE_LIBRARY_DIR: '/library',
    FOOTNOTE_ENGINE_KEYS_DIR: '/keys',
    PATH: '/bin',
    FOOTNOTE_METRICS_HOST: '10.0.0.5',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
    HTTPS_PROXY: 'http://proxy.example',
  }
  const { engine } = readConfig({
    ...own,
    OTEL_SERVICE_NAME: 'the service',
    DATABASE_URL: 'postgres://u:p@h/db',
    FOOTNOTE_UPSTREAM_URL: 'https://upstream.example',
    FOOTNOTE_UPSTREAM_KEY: 'sesame',
    FOOTNOTE_ENGINE_DATABASE_URL: 'postgres://u:p@h/engine',
    AWS_SECRET_ACCESS_KEY: 'sesame',
    FOOTNOTE_SECRET: 'sesame'.repeat(6),
    FOOTNOTE_SMTP_URL: 'smtp://u:sesame@h',
    FOOTNOTE_MAIL_FROM: 'a@example.com',
    FOOTNOTE_STRIPE_KEY: 'sesame',
    FOOTNOTE_STRIPE_WEBHOOK_SECRET: 'sesame',
  })
  expect(engine).toEqual({ databaseUrl: 'postgres://u:p@h/engine', environment: own })
})

it('serves metrics and sends traces only where a port and a collector are named', () => {
  expect(readConfig({ FOOTNOTE_METRICS_PORT: '9464' }).metrics).toEqual({
    port: 9464,
    host: '127.0.0.1',
  })
  expect(problemsOf({ FOOTNOTE_METRICS_PORT: 'x' })).toEqual([
    'FOOTNOTE_METRICS_PORT must be a number from 0 to 65535',
  ])
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  const tracing = (env: Record<string, string>) => readConfig({ ...endpoint, ...env }).tracing
  expect(tracing({})).toEqual({ share: 1 })
  expect(tracing({ OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  expect(tracing({ OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
  const sampler = 'parentbased_traceidratio'
  expect(tracing({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0.25' })).toEqual({
    share: 0.25,
  })
  expect(tracing({ OTEL_TRACES_SAMPLER: 'always_off' })).toEqual({ share: 0 })
})

it('reads every setting exactly', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::1',
    FOOTNOTE_DATA_DIR: '/data',
    DATABASE_URL: 'postgresql://u:p@%2Frun%2Fpostgresql/db',
    FOOTNOTE_UPSTREAM_URL: 'https://upstream.example/base//',
    FOOTNOTE_UPSTREAM_KEY: ' key ',
    FOOTNOTE_PUBLIC_URL: 'https://footnote.example/',
    FOOTNOTE_WEBSITE: 'off',
    FOOTNOTE_SECRET: 's'.repeat(32),
    FOOTNOTE_SMTP_URL: 'smtps://user:p%40ss@mail.example:2465',
    FOOTNOTE_MAIL_FROM: 'Footnote <hello@footnote.example>',
    FOOTNOTE_STRIPE_KEY: 'sk_live_1',
    FOOTNOTE_STRIPE_WEBHOOK_SECRET: 'whsec_1',
    FOOTNOTE_STRIPE_URL: 'http://127.0.0.1:12111/',
    ...SELLER,
    FOOTNOTE_GITHUB_ID: 'hub',
    FOOTNOTE_GITHUB_SECRET: 'hub secret',
    FOOTNOTE_GOOGLE_ID: 'goo',
    FOOTNOTE_GOOGLE_SECRET: 'goo secret',
    FOOTNOTE_WEBHOOK_LOOPBACK: 'on',
    FOOTNOTE_WELCOME_CREDIT_USD: '0.20',
    FOOTNOTE_VISITOR_ANSWERS_PER_HOUR: '20',
    FOOTNOTE_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,  fd00::/8',
    FOOTNOTE_LOG_LEVEL: 'silent',
    FOOTNOTE_DRAIN_SECONDS: '0',
    FOOTNOTE_ANSWER_TIMEOUT_SECONDS: '0.25',
  })
  expect(config).toMatchObject({
    port: 0,
    host: '::1',
    dataDir: '/data',
    databaseUrl: 'postgresql://u:p@%2Frun%2Fpostgresql/db',
    upstream: { url: 'https://upstream.example/base', apiKey: 'key' },
    publicUrl: 'https://footnote.example',
    website: {
      isOn: false,
      secret: 's'.repeat(32),
      smtp: {
        url: 'smtps://user:p%40ss@mail.example:2465',
        from: 'Footnote <hello@footnote.example>',
      },
      stripe: { url: 'http://127.0.0.1:12111', apiKey: 'sk_live_1', webhookSecret: 'whsec_1' },
      seller: {
        legal_name: SELLER.FOOTNOTE_LEGAL_NAME,
        address: SELLER.FOOTNOTE_LEGAL_ADDRESS,
        support_email: SELLER.FOOTNOTE_SUPPORT_EMAIL,
        terms_url: SELLER.FOOTNOTE_TERMS_URL,
        privacy_url: SELLER.FOOTNOTE_PRIVACY_URL,
        refund_url: SELLER.FOOTNOTE_REFUND_URL,
      },
      github: { clientId: 'hub', clientSecret: 'hub secret' },
      google: { clientId: 'goo', clientSecret: 'goo secret' },
      webhookLoopback: true,
      welcomeUnits: 2_000_000n,
      visitorAnswersPerHour: 20,
      trustedProxies: ['10.0.0.0/8', '192.0.2.1', 'fd00::/8'],
    },
    logLevel: 'silent',
    drainMs: 0,
    timeLimits: { callMs: { answer: 250 } },
  })
})

it('knows every setting of the engine, and passes on all that the service does not decide', () => {
  const all = Object.fromEntries(engineSettings.map(({ name }) => [name, '1']))
  expect(findUnknownSettings({ ...all, FOOTNOTE_ENGINE_CALS: '1' })).toEqual([
    'FOOTNOTE_ENGINE_CALS',
  ])
  const decided = ['FOOTNOTE_ENGINE_PORT', 'FOOTNOTE_ENGINE_HOST', 'FOOTNOTE_ENGINE_KEY']
  const own = settings.map(({ name }) => name).filter(name => name !== 'FOOTNOTE_METRICS_HOST')
  const { environment } = readConfig({
    ...all,
    FOOTNOTE_LOG_LEVEL: 'info',
    FOOTNOTE_ENGINE_DATABASE_URL: 'postgres://u:p@h/db',
  }).engine
  expect(Object.keys(environment).sort()).toEqual(
    Object.keys(all)
      .filter(name => ![...decided, ...own].includes(name))
      .sort(),
  )
})

it('reports every problem at once, by name and never by value', () => {
  const bad = Object.fromEntries(settings.map(({ name }) => [name, 'sesame']))
  const problems = problemsOf(bad)
  const anything = [
    ...['HOST', 'FOOTNOTE_DATA_DIR', 'FOOTNOTE_UPSTREAM_KEY', 'FOOTNOTE_STRIPE_KEY'],
    ...['FOOTNOTE_STRIPE_WEBHOOK_SECRET', 'FOOTNOTE_GITHUB_ID', 'FOOTNOTE_GITHUB_SECRET'],
    ...['FOOTNOTE_GOOGLE_ID', 'FOOTNOTE_GOOGLE_SECRET', 'FOOTNOTE_METRICS_HOST'],
    ...['FOOTNOTE_LEGAL_NAME', 'FOOTNOTE_LEGAL_ADDRESS'],
  ]
  const expected = settings.map(({ name }) => name).filter(name => !anything.includes(name))
  expect(problems.map(problem => problem.split(' ')[0]).sort()).toEqual(expected.sort())
  expect(problems.join()).not.toContain('sesame')
})

it.each<readonly [name: string, value: string, problem: string]>([
  ['PORT', '80.5', 'PORT must be a whole number'],
  ['PORT', '65536', 'PORT must be a number from 0 to 65535'],
  ['PORT', '-1', 'PORT must be a number from 0 to 65535'],
  ['DATABASE_URL', 'mysql://u:p@h/db', 'DATABASE_URL must be a postgres:// URL'],
  ['DATABASE_URL', 'postgres://u:p@h:port/db', 'DATABASE_URL must be a postgres:// URL'],
  ['FOOTNOTE_UPSTREAM_URL', 'ftp://h', 'FOOTNOTE_UPSTREAM_URL must be an http or https URL'],
  ['FOOTNOTE_WEBSITE', 'yes', 'FOOTNOTE_WEBSITE must be on or off'],
  ['FOOTNOTE_SECRET', 's'.repeat(31), 'FOOTNOTE_SECRET must have at least 32 characters'],
  ...['everybody', '10.0.0.0/33', '::/129', '0.0.0.0/0', '10.0.0.0/', '1.2.3.4/8/8'].map(
    value =>
      [
        'FOOTNOTE_TRUSTED_PROXIES',
        value,
        'FOOTNOTE_TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8',
      ] as const,
  ),
  ['FOOTNOTE_DRAIN_SECONDS', 'Infinity', 'FOOTNOTE_DRAIN_SECONDS must be a number from 0 to 3600'],
])('refuses %s=%s', (name, value, problem) => {
  expect(problemsOf({ [name]: value })).toEqual([problem])
})

it('refuses time limits of zero, and those beyond the range of a timer', () => {
  const name = 'FOOTNOTE_FINANCE_TIMEOUT_SECONDS'
  const problem = `${name} must be a number from 0.001 to 1036800`
  expect(problemsOf({ [name]: '0' })).toEqual([problem])
  expect(problemsOf({ [name]: '2592000' })).toEqual([problem])
  const { callMs } = readConfig({ [name]: '1036800' }).timeLimits
  expect(2 * callMs.finance).toBeLessThan(2 ** 31)
})

it('refuses a key for an upstream without a URL', () => {
  expect(problemsOf({ FOOTNOTE_UPSTREAM_KEY: 'sesame' })).toEqual([
    'FOOTNOTE_UPSTREAM_KEY is set, but FOOTNOTE_UPSTREAM_URL is not',
  ])
})

it.each([
  ['FOOTNOTE_SMTP_URL', 'FOOTNOTE_MAIL_FROM', 'smtp://h', 'a@example.com'],
  ['FOOTNOTE_STRIPE_KEY', 'FOOTNOTE_STRIPE_WEBHOOK_SECRET', 'sk_test_1', 'whsec_1'],
  ['FOOTNOTE_GITHUB_ID', 'FOOTNOTE_GITHUB_SECRET', 'id', 'secret'],
  ['FOOTNOTE_GOOGLE_ID', 'FOOTNOTE_GOOGLE_SECRET', 'id', 'secret'],
])('refuses %s and %s unless both are set', (one, other, oneValue, otherValue) => {
  expect(problemsOf({ [one]: oneValue })).toEqual([`${one} is set, but ${other} is not`])
  expect(problemsOf({ [other]: otherValue })).toEqual([`${other} is set, but ${one} is not`])
  expect(problemsOf({ [one]: oneValue, [other]: otherValue })).toEqual([])
})

it.each(['mail.example', 'http://mail.example', 'smtp://'])('refuses a mail server at %s', url => {
  const env = { FOOTNOTE_SMTP_URL: url, FOOTNOTE_MAIL_FROM: 'a@example.com' }
  expect(problemsOf(env)).toEqual(['FOOTNOTE_SMTP_URL must be an smtp:// or smtps:// URL'])
})

it.each([
  ['hello@footnote.example', true],
  ['Footnote <hello@footnote.example>', true],
  ['Footnote', false],
  ['Footnote <hello>', false],
  ['a@example.com, b@example.com', false],
  ['A <a@example.com>, B <b@example.com>', false],
  ['Footnote <hello@footnote.example> (x)', false],
])('accepts %s as a sender: %s', (from, isTaken) => {
  const problems = problemsOf({ FOOTNOTE_SMTP_URL: 'smtp://h', FOOTNOTE_MAIL_FROM: from })
  expect(problems).toEqual(
    isTaken ? [] : ['FOOTNOTE_MAIL_FROM must be an address, or a name and an address in <>'],
  )
})

it('takes the settings of the seller together, each in one line', () => {
  const { FOOTNOTE_TERMS_URL: _, ...rest } = SELLER
  expect(problemsOf(rest)).toEqual([
    'FOOTNOTE_TERMS_URL is not set, but other settings of the seller are',
  ])
  expect(problemsOf({ ...SELLER, FOOTNOTE_LEGAL_NAME: 'Two\nlines' })).toEqual([
    'FOOTNOTE_LEGAL_NAME must be one line of at most 500 characters',
  ])
})

it.each(['-1', '100.01', 'much', '1e2'])('refuses a welcome credit of %s', amount => {
  expect(problemsOf({ FOOTNOTE_WELCOME_CREDIT_USD: amount })).toEqual([
    'FOOTNOTE_WELCOME_CREDIT_USD must be an amount from 0 to 100, such as 0.20',
  ])
})
