import { BlockList, isIP } from 'node:net'
import { engineSettings } from '@footnote/platform/engine-settings'
import type { Environment } from '@footnote/platform/settings'
import {
  type Config,
  ConfigError,
  LEAST_SECRET_CHARACTERS,
  SELLER_SETTINGS,
  type StripeConfig,
} from './config.ts'

const STRIPE_TEST_KEY = /^[rs]k_test_/

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Returns whether the service runs in local mode, for users of this machine only. Its website then needs
 * neither a mail server nor a secret.
 */
export function isLocalMode({ host, publicUrl }: Config): boolean {
  return isLoopback(host) && publicUrl === undefined
}

/**
 * Returns whether a call may cost real money, so that test credit must not pay for it. An upstream always
 * counts, since its cost is not known here.
 */
export function costsRealMoney({ upstream, engine }: Config): boolean {
  const { databaseUrl, environment } = engine
  return (
    upstream !== undefined ||
    engineCostsMoney({ ...environment, FOOTNOTE_ENGINE_DATABASE_URL: databaseUrl })
  )
}

/** Returns whether an engine with these settings may cost money. An undeclared setting counts as paid. */
export function engineCostsMoney(environment: Environment): boolean {
  return Object.entries(environment).some(([name, value]) => {
    if (value === undefined || !name.startsWith('FOOTNOTE_')) return false
    const declared = engineSettings.find(setting => setting.name === name)
    if (declared?.costsMoney === 'never') return false
    return !(declared?.costsMoney === 'unless on this machine' && isFree(value))
  })
}

/** Returns whether a URL is on this machine and has nothing in it that may be a key. */
function isFree(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1')) &&
    [url.username, url.password, url.search].every(part => part === '')
  )
}

/** Returns how wallets are recharged here. */
export function paymentsOf(config: Config): 'stripe' | 'test' | 'none' {
  if (config.website.stripe) return 'stripe'
  return isLocalMode(config) && !costsRealMoney(config) ? 'test' : 'none'
}

/** Returns whether the admin area needs more than a password: strangers can reach it, or money is at stake. */
export function operatorsNeedTwoFactor(config: Config): boolean {
  return (
    config.publicUrl !== undefined || takesLivePayments(config.website) || costsRealMoney(config)
  )
}

/** Throws if the website could not work, or would let money be made from nothing. */
export function requireWebsiteSettings(config: Config): void {
  const { website, publicUrl } = config
  if (!website.isOn) return
  const problems: string[] = []
  const missing = [
    !website.smtp && 'FOOTNOTE_SMTP_URL with FOOTNOTE_MAIL_FROM',
    !website.secret && `FOOTNOTE_SECRET (${LEAST_SECRET_CHARACTERS} characters or more)`,
    !publicUrl && 'FOOTNOTE_PUBLIC_URL',
    !website.seller && SELLER_SETTINGS.join(', '),
  ].filter(name => name !== false)
  if (!isLocalMode(config) && missing.length > 0) {
    const cause = publicUrl ? 'FOOTNOTE_PUBLIC_URL is set' : 'HOST is not a loopback address'
    problems.push(
      `the website needs ${missing.join(', ')}, because ${cause}; FOOTNOTE_WEBSITE=off serves the API alone`,
    )
  }
  if (takesLivePayments(website) && publicUrl && new URL(publicUrl).protocol !== 'https:') {
    problems.push(
      'FOOTNOTE_PUBLIC_URL is not https, but FOOTNOTE_STRIPE_KEY is a live key: sessions would cross the network unencrypted. Put a proxy that terminates TLS in front, and set FOOTNOTE_PUBLIC_URL to its https address',
    )
  }
  if (website.stripe && !takesLivePayments(website) && costsRealMoney(config)) {
    problems.push(
      'FOOTNOTE_STRIPE_KEY is a test key, but calls cost real money with these settings. Set a live key, or none',
    )
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
}

/** Keys that are not marked as test keys count as live. */
function takesLivePayments({ stripe }: { stripe: StripeConfig | undefined }): boolean {
  return stripe !== undefined && !STRIPE_TEST_KEY.test(stripe.apiKey)
}

export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const family = isIP(host)
  return family !== 0 && loopback.check(host, family === 6 ? 'ipv6' : 'ipv4')
}
