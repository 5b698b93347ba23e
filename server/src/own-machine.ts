import { BlockList, isIP } from 'node:net'
import { type Config, ConfigError, LEAST_SECRET_CHARACTERS } from './config.ts'

/** Keys of services that cost the engine money with every question. */
const PAID_ENGINE_KEYS = [
  ...['FOOTNOTE_BRAVE_KEY', 'FOOTNOTE_YOU_KEY', 'FOOTNOTE_LLM_KEY', 'FOOTNOTE_EMBEDDINGS_KEY'],
]
/** Services that cost nothing only where they are the machine's own. */
const ENGINE_URLS = ['FOOTNOTE_LLM_URL', 'FOOTNOTE_EMBEDDINGS_URL', 'FOOTNOTE_SEARXNG_URL']
const STRIPE_TEST_KEY = /^[rs]k_test_/

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether nobody but who sits at this machine is meant to reach the service, to try it. */
export function isOwnMachine({ host, publicUrl, upstream }: Config): boolean {
  return isLoopback(host) && publicUrl === undefined && upstream === undefined
}

/**
 * Whether a call may cost somebody real money, so that it must not be paid with money of a test. What
 * cannot be told counts as costing: a service on another machine, or an engine's database of which some
 * other engine might take the work.
 */
export function costsRealMoney({ upstream, engine }: Config): boolean {
  const { databaseUrl, environment } = engine
  return (
    upstream !== undefined ||
    databaseUrl !== undefined ||
    PAID_ENGINE_KEYS.some(name => environment[name] !== undefined) ||
    ENGINE_URLS.some(name => !isFree(environment[name]))
  )
}

/** Unset, or on this machine, without anything in it that may be a key. */
function isFree(text: string | undefined): boolean {
  if (text === undefined) return true
  const url = URL.parse(text)
  return (
    url !== null &&
    isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')) &&
    [url.username, url.password, url.search].every(part => part === '')
  )
}

/** How wallets are recharged here. */
export function paymentsOf(config: Config): 'stripe' | 'test' | 'none' {
  if (config.website.stripe) return 'stripe'
  return isOwnMachine(config) && !costsRealMoney(config) ? 'test' : 'none'
}

/** Throws where the website could not do what it is for, or would let money be made from nothing. */
export function requireWebsiteSettings(config: Config): void {
  const { website } = config
  if (!website.isOn) return
  const problems: string[] = []
  const missing = [
    !website.smtp && 'FOOTNOTE_SMTP_URL with FOOTNOTE_MAIL_FROM',
    !website.secret && `FOOTNOTE_SECRET (${LEAST_SECRET_CHARACTERS} characters or more)`,
    !config.publicUrl && !isLoopback(config.host) && 'FOOTNOTE_PUBLIC_URL',
  ].filter(name => name !== false)
  if (!isOwnMachine(config) && missing.length > 0) {
    problems.push(
      `the website needs ${missing.join(', ')}, because ${whyNotOwn(config)}; FOOTNOTE_WEBSITE=off serves the API alone`,
    )
  }
  if (website.stripe && STRIPE_TEST_KEY.test(website.stripe.apiKey) && costsRealMoney(config)) {
    problems.push(
      'FOOTNOTE_STRIPE_KEY is a test key: what it brings in is no money, and calls here cost some',
    )
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}

function whyNotOwn({ host, publicUrl }: Config): string {
  if (publicUrl !== undefined) return 'FOOTNOTE_PUBLIC_URL is set'
  return isLoopback(host) ? 'FOOTNOTE_UPSTREAM_URL is set' : 'HOST is not an address of loopback'
}

export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const family = isIP(host)
  return family !== 0 && loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
