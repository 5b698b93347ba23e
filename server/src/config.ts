import { isIP } from 'node:net'
import { siteFormats } from '@footnote/contract/site/formats'
import type { Seller } from '@footnote/contract/site/responses'
import type { TimeLimitName } from '@footnote/contract/tools'
import { parseUsd, UNITS_PER_USD } from '@footnote/contract/units'
import { engineAddressSettings, engineSettings } from '@footnote/platform/engine-settings'
import type { MonitoringConfig } from '@footnote/platform/monitoring/open-monitoring'
import { readTracing } from '@footnote/platform/monitoring/open-tracing'
import { readMetricsAddress } from '@footnote/platform/monitoring/serve-metrics'
import {
  type Environment,
  findUnknownSettings as findUnknown,
  readSettings,
  type Setting,
  type SettingsReader,
} from '@footnote/platform/settings'
import { readCallTimes } from './call-times.ts'
import { settings } from './settings.ts'

export { ConfigError } from '@footnote/platform/settings'

/** The settings of the service, read once at start. Times are milliseconds. */
export interface Config extends MonitoringConfig {
  readonly port: number
  /** How many processes serve it. */
  readonly workers: number
  readonly host: string
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Undefined means the embedded engine. */
  readonly upstream: { readonly url: string; readonly apiKey: string } | undefined
  readonly engine: EngineConfig
  readonly publicUrl: string | undefined
  readonly website: WebsiteConfig
  readonly logLevel: string
  readonly drainMs: number
  /** How many synchronous calls an upstream gets at once, if the limit on open files allows it. */
  readonly upstreamConnections: number
  /** How long a call may wait for the upstream, unless calls of its kind take longer. */
  readonly queueMs: number
  /** Delay of the event loop from which new calls are refused; undefined means never. */
  readonly shedDelayMs: number | undefined
  readonly accountLimits: AccountLimits
  /** How many connections an address may have open; undefined means no limit. */
  readonly connectionsPerAddress: number | undefined
  /** Share of all held money, from 0 to 1, beyond which a sweep pauses. */
  readonly mostSweepShare: number
  /** The longest report that an MCP tool returns whole. */
  readonly mcpReportCharacters: number
  /** How much memory the held results of synchronous calls may take. */
  readonly heldResultBytes: number
  /** Address at which other instances reach this one. */
  readonly instanceUrl: string | undefined
  readonly timeLimits: TimeLimits
}

interface EngineConfig {
  /** A database to use instead of the default one beside the service's own. */
  readonly databaseUrl: string | undefined
  /** The environment of the engine's process: variables of the machine and the engine's settings. */
  readonly environment: Environment
}

/** Limits per account; undefined means no limit. */
interface AccountLimits {
  readonly callsAtOnce: number | undefined
  readonly refundsPerHour: number | undefined
}

interface WebsiteConfig {
  /** False serves the API alone; accounts are then created by operator commands. */
  readonly isOn: boolean
  /** If undefined, the secret is in a file of the data folder. */
  readonly secret: string | undefined
  /** The secret before, whose seals are replaced once all instances have the new one. */
  readonly previousSecret: string | undefined
  /** If undefined, messages stay in the outbox. */
  readonly smtp: { readonly url: string; readonly from: string } | undefined
  readonly stripe: StripeConfig | undefined
  /** The seller of the service. Undefined in local mode as a rule. */
  readonly seller: Seller | undefined
  /** Credit for each new account; 0 for none. Undefined leaves it to the kind of payments. */
  readonly welcomeUnits: bigint | undefined
  /** Questions of visitors without an account; 0 for none. */
  readonly visitorAnswersPerHour: number
  readonly github: OAuthConfig | undefined
  readonly google: OAuthConfig | undefined
  /** Addresses or networks of trusted proxies, whose X-Forwarded-For is believed. */
  /** Whether webhooks may be sent to this machine itself. */
  readonly webhookLoopback: boolean
  readonly trustedProxies: readonly string[]
}

export interface StripeConfig {
  readonly url: string
  readonly apiKey: string
  readonly webhookSecret: string
}

export interface OAuthConfig {
  readonly clientId: string
  readonly clientSecret: string
}

export interface TimeLimits {
  /** Of calls that the caller waits for. */
  readonly callMs: Readonly<Record<TimeLimitName, number>>
  readonly submitMs: number
  readonly pollMs: number
  /** Added to a call's time limit, it makes the deadline by which its charge is settled. */
  readonly settleGraceMs: number
  readonly taskLifetimeMs: number
  /** How long an expired task waits for an upstream that cannot be reached. */
  readonly taskVerdictMs: number
  /** How long "task not found" must last before a task counts as lost. */
  readonly taskMissingMs: number
  readonly sweepMs: number
  readonly leaseMs: number
  readonly breakerMs: number
  /** How long a new call waits for the database, for its key and for its debit. */
  readonly databaseMs: number
  /** How long an MCP tool waits before it returns a task instead. */
  readonly mcpWaitMs: number
  /** How long the result of a synchronous call can be fetched after its end. */
  readonly holdResultMs: number
}

/** Settings of the caller's tools, which the service ignores. */
const CALLER_SETTINGS = ['FOOTNOTE_API_KEY', 'FOOTNOTE_BASE_URL']
/** Variables that every process needs from its machine. All others might be secrets. */
const MACHINE_VARIABLES = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TZ', 'LANG', 'LC_ALL'],
  ...['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
]
export const LEAST_SECRET_CHARACTERS = 32
/** Settings that describe the seller: all of them or none. */
export const SELLER_SETTINGS = [
  'FOOTNOTE_LEGAL_NAME',
  'FOOTNOTE_LEGAL_ADDRESS',
  'FOOTNOTE_SUPPORT_EMAIL',
  'FOOTNOTE_TERMS_URL',
  'FOOTNOTE_PRIVACY_URL',
  'FOOTNOTE_REFUND_URL',
]
const LONGEST_SELLER_LINE = 500
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent']

/** Settings that the engine reads from its environment; the service decides all others. */
const passedToEngine = namesOf(engineSettings).filter(
  name => !namesOf([...settings, ...engineAddressSettings]).includes(name),
)

export function readConfig(env: Environment): Config {
  return readSettings(settings, env, reader => ({
    port: reader.wholeNumber('PORT', 0, 65_535),
    workers: reader.wholeNumber('FOOTNOTE_WORKERS', 1, 64),
    host: reader.text('HOST'),
    dataDir: reader.text('FOOTNOTE_DATA_DIR'),
    databaseUrl: reader.postgresUrl('DATABASE_URL'),
    upstream: readUpstream(reader),
    engine: {
      databaseUrl: reader.postgresUrl('FOOTNOTE_ENGINE_DATABASE_URL'),
      environment: pick(env, [
        ...MACHINE_VARIABLES,
        ...passedToEngine,
        'FOOTNOTE_METRICS_HOST',
        ...tracingVariables(env),
      ]),
    },
    publicUrl: reader.url('FOOTNOTE_PUBLIC_URL'),
    website: readWebsite(reader),
    logLevel: reader.oneOf('FOOTNOTE_LOG_LEVEL', LOG_LEVELS),
    drainMs: reader.milliseconds('FOOTNOTE_DRAIN_SECONDS', 0, 3_600),
    upstreamConnections: reader.wholeNumber('FOOTNOTE_UPSTREAM_CONNECTIONS', 1, 100_000),
    queueMs: reader.milliseconds('FOOTNOTE_QUEUE_SECONDS', 0, 3_600),
    shedDelayMs: readLimit(reader, 'FOOTNOTE_SHED_DELAY_MILLISECONDS'),
    accountLimits: {
      callsAtOnce: readLimit(reader, 'FOOTNOTE_ACCOUNT_CALLS'),
      refundsPerHour: readLimit(reader, 'FOOTNOTE_ACCOUNT_REFUNDS_PER_HOUR'),
    },
    connectionsPerAddress: readLimit(reader, 'FOOTNOTE_ADDRESS_CONNECTIONS'),
    mostSweepShare: reader.number('FOOTNOTE_SWEEP_SHARE', 0, 100) / 100,
    mcpReportCharacters: reader.wholeNumber('FOOTNOTE_MCP_REPORT_CHARACTERS', 1_000, 1_000_000),
    heldResultBytes: reader.wholeNumber('FOOTNOTE_HELD_RESULTS_MEBIBYTES', 1, 65_536) * 1_048_576,
    instanceUrl: reader.url('FOOTNOTE_INSTANCE_URL'),
    metrics: readMetricsAddress(reader, 'FOOTNOTE_METRICS_PORT'),
    tracing: readTracing(env),
    timeLimits: {
      callMs: readCallTimes(reader),
      submitMs: reader.milliseconds('FOOTNOTE_SUBMIT_TIMEOUT_SECONDS'),
      pollMs: reader.milliseconds('FOOTNOTE_POLL_TIMEOUT_SECONDS'),
      settleGraceMs: reader.milliseconds('FOOTNOTE_SETTLE_GRACE_SECONDS'),
      taskLifetimeMs: reader.milliseconds('FOOTNOTE_TASK_LIFETIME_SECONDS'),
      taskVerdictMs: reader.milliseconds('FOOTNOTE_TASK_VERDICT_SECONDS'),
      taskMissingMs: reader.milliseconds('FOOTNOTE_TASK_MISSING_SECONDS'),
      sweepMs: reader.milliseconds('FOOTNOTE_SWEEP_SECONDS'),
      leaseMs: reader.milliseconds('FOOTNOTE_LEASE_SECONDS'),
      breakerMs: reader.milliseconds('FOOTNOTE_BREAKER_SECONDS'),
      databaseMs: reader.milliseconds('FOOTNOTE_DATABASE_TIMEOUT_SECONDS'),
      mcpWaitMs: reader.milliseconds('FOOTNOTE_MCP_WAIT_SECONDS'),
      holdResultMs: reader.milliseconds('FOOTNOTE_HOLD_RESULT_SECONDS'),
    },
  }))
}

/** Returns undefined for 0, which means no limit. */
function readLimit(reader: SettingsReader, name: string): number | undefined {
  return reader.wholeNumber(name, 0, 1_000_000) || undefined
}

function readUpstream(reader: SettingsReader): Config['upstream'] {
  const url = reader.url('FOOTNOTE_UPSTREAM_URL')
  const apiKey = reader.text('FOOTNOTE_UPSTREAM_KEY')
  if (!reader.optional('FOOTNOTE_UPSTREAM_URL') && apiKey !== '') {
    reader.refuse('FOOTNOTE_UPSTREAM_KEY is set, but FOOTNOTE_UPSTREAM_URL is not')
  }
  return url === undefined ? undefined : { url, apiKey }
}

function readWebsite(reader: SettingsReader): WebsiteConfig {
  const smtp = readTogether(reader, ['FOOTNOTE_SMTP_URL', 'FOOTNOTE_MAIL_FROM'])
  if (smtp && !isSmtpUrl(smtp[0])) {
    reader.refuse('FOOTNOTE_SMTP_URL must be an smtp:// or smtps:// URL')
  }
  if (smtp && !isSender(smtp[1])) {
    reader.refuse('FOOTNOTE_MAIL_FROM must be an address, or a name and an address in <>')
  }
  const stripe = readTogether(reader, ['FOOTNOTE_STRIPE_KEY', 'FOOTNOTE_STRIPE_WEBHOOK_SECRET'])
  const stripeUrl = reader.url('FOOTNOTE_STRIPE_URL') ?? ''
  return {
    isOn: reader.oneOf('FOOTNOTE_WEBSITE', ['on', 'off']) === 'on',
    secret: readSecret(reader, 'FOOTNOTE_SECRET'),
    previousSecret: readSecret(reader, 'FOOTNOTE_PREVIOUS_SECRET'),
    smtp: smtp && { url: smtp[0], from: smtp[1] },
    stripe: stripe && { url: stripeUrl, apiKey: stripe[0], webhookSecret: stripe[1] },
    seller: readSeller(reader),
    welcomeUnits: readWelcomeUnits(reader),
    visitorAnswersPerHour: reader.wholeNumber('FOOTNOTE_VISITOR_ANSWERS_PER_HOUR', 0, 100_000),
    github: readOAuth(reader, 'GITHUB'),
    google: readOAuth(reader, 'GOOGLE'),
    webhookLoopback: reader.oneOf('FOOTNOTE_WEBHOOK_LOOPBACK', ['on', 'off']) === 'on',
    trustedProxies: readNetworks(reader, 'FOOTNOTE_TRUSTED_PROXIES'),
  }
}

function readSecret(reader: SettingsReader, name: string): string | undefined {
  const secret = reader.optional(name)
  if (secret !== undefined && secret.length < LEAST_SECRET_CHARACTERS) {
    reader.refuse(`${name} must have at least ${LEAST_SECRET_CHARACTERS} characters`)
  }
  return secret
}

const MOST_WELCOME_UNITS = 100n * UNITS_PER_USD

function readWelcomeUnits(reader: SettingsReader): bigint | undefined {
  const text = reader.optional('FOOTNOTE_WELCOME_CREDIT_USD')
  if (text === undefined) return undefined
  if (text === '0') return 0n
  const units = parseUsd(text)
  if (units !== undefined && units <= MOST_WELCOME_UNITS) return units
  reader.refuse('FOOTNOTE_WELCOME_CREDIT_USD must be an amount from 0 to 100, such as 0.20')
  return 0n
}

function readSeller(reader: SettingsReader): Seller | undefined {
  const seller = {
    legal_name: readLine(reader, 'FOOTNOTE_LEGAL_NAME'),
    address: readLine(reader, 'FOOTNOTE_LEGAL_ADDRESS'),
    support_email: reader.text('FOOTNOTE_SUPPORT_EMAIL'),
    terms_url: reader.url('FOOTNOTE_TERMS_URL') ?? '',
    privacy_url: reader.url('FOOTNOTE_PRIVACY_URL') ?? '',
    refund_url: reader.url('FOOTNOTE_REFUND_URL') ?? '',
  }
  const { support_email } = seller
  if (support_email !== '' && !siteFormats['email-address'].check(support_email)) {
    reader.refuse('FOOTNOTE_SUPPORT_EMAIL must be an email address')
  }
  const missing = SELLER_SETTINGS.filter(name => reader.optional(name) === undefined)
  if (missing.length === SELLER_SETTINGS.length) return undefined
  for (const name of missing)
    reader.refuse(`${name} is not set, but other settings of the seller are`)
  return seller
}

/** Reads text that is shown and mailed as one line. */
function readLine(reader: SettingsReader, name: string): string {
  const text = reader.text(name)
  if (/\p{Cc}/u.test(text) || text.length > LONGEST_SELLER_LINE) {
    reader.refuse(`${name} must be one line of at most ${LONGEST_SELLER_LINE} characters`)
  }
  return text
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
}

function isSender(text: string): boolean {
  const [, named] = /^[^<>,;\p{Cc}]*<([^<>]*)>$/u.exec(text) ?? []
  return siteFormats['email-address'].check(named ?? text)
}

function readNetworks(reader: SettingsReader, name: string): string[] {
  const networks = reader
    .text(name)
    .split(/[\s,]+/)
    .filter(Boolean)
  if (!networks.every(isNetwork)) {
    reader.refuse(`${name} must be addresses or networks such as 10.0.0.0/8`)
  }
  return networks
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  // A network of 0 bits would trust every address.
  return (
    bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  )
}

function readOAuth(reader: SettingsReader, name: 'GITHUB' | 'GOOGLE'): OAuthConfig | undefined {
  const found = readTogether(reader, [`FOOTNOTE_${name}_ID`, `FOOTNOTE_${name}_SECRET`])
  return found && { clientId: found[0], clientSecret: found[1] }
}

/** Reads two settings that need each other. */
function readTogether(
  reader: SettingsReader,
  [one, other]: readonly [string, string],
): [string, string] | undefined {
  const values = [reader.optional(one), reader.optional(other)] as const
  if (values[0] !== undefined && values[1] !== undefined) return [values[0], values[1]]
  if (values[0] !== undefined) reader.refuse(`${one} is set, but ${other} is not`)
  if (values[1] !== undefined) reader.refuse(`${other} is set, but ${one} is not`)
  return undefined
}

/** Variables of OpenTelemetry. The engine has a service name of its own. */
function tracingVariables(env: Environment): string[] {
  return Object.keys(env).filter(name => /^OTEL_(?!SERVICE_NAME$)/.test(name))
}

function pick(env: Environment, names: readonly string[]): Environment {
  return Object.fromEntries(names.filter(name => env[name]?.trim()).map(name => [name, env[name]]))
}

/** Lists variables named like a setting that neither the service, its engine nor the caller's tools know. */
export function findUnknownSettings(env: Environment): string[] {
  return findUnknown(env, [...namesOf([...settings, ...engineSettings]), ...CALLER_SETTINGS])
}

function namesOf(table: readonly Setting[]): string[] {
  return table.map(({ name }) => name)
}
