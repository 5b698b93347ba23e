import { limits } from '@footnote/contract/limits'
import { upstreamSeconds } from '@footnote/contract/prices'
import { sharedSettings } from '@footnote/platform/engine-settings'
import { type Setting, setting } from '@footnote/platform/settings'
import { callTimeSettings } from './call-times.ts'

const { dataDir, engineDatabase, drain, logLevel, metricsHost } = sharedSettings

export const DEFAULT_DATA_DIR = dataDir.fallback

/** The settings the service reads, by section of docs/configuration.md. */
export const settingGroups: Readonly<Record<string, readonly Setting[]>> = {
  Process: [
    setting('PORT', '8787', 'Port to listen on.'),
    setting('HOST', '127.0.0.1', 'Address to listen on.'),
    setting(
      'FOOTNOTE_ADDRESS_CONNECTIONS',
      '500',
      'Connections that one address may have open, or one /64 network for IPv6. Further ones are dropped. 0 means no limit. Trusted proxies and this machine have none.',
    ),
    setting(
      'FOOTNOTE_WORKERS',
      '1',
      'Processes that share the port, at most one for each core. Limits on an instance apply to each of them.',
    ),
    dataDir,
    logLevel,
    drain,
    setting(
      'FOOTNOTE_INSTANCE_URL',
      '',
      'URL at which other instances reach this one, such as http://10.0.0.5:8787. They pass on requests for calls that run here. With several workers, worker 1 is at the next port, and so on.',
    ),
    setting(
      'FOOTNOTE_METRICS_PORT',
      '',
      'Port for Prometheus metrics at /metrics. If unset, there are none.',
    ),
    metricsHost,
  ],
  Database: [
    setting('DATABASE_URL', '', 'PostgreSQL 18 database to use instead of the embedded one.'),
    engineDatabase,
    setting(
      'FOOTNOTE_DATABASE_TIMEOUT_SECONDS',
      '5',
      'How long a new call waits for the database before it gets 503.',
    ),
  ],
  Website: [
    setting('FOOTNOTE_PUBLIC_URL', '', 'Public URL of the service. Leave it unset for local mode.'),
    setting('FOOTNOTE_WEBSITE', 'on', 'Set to off to serve the API without the website.'),
    setting(
      'FOOTNOTE_SECRET',
      '',
      'Signs sessions and seals upstream keys. At least 32 characters, the same on all instances.',
    ),
    setting(
      'FOOTNOTE_PREVIOUS_SECRET',
      '',
      'The secret before FOOTNOTE_SECRET, while that is replaced. Instances accept both.',
    ),
    setting(
      'FOOTNOTE_WEBHOOK_LOOPBACK',
      'off',
      'Set to on to let webhooks reach this machine itself, for tests and local mode.',
    ),
    setting(
      'FOOTNOTE_TRUSTED_PROXIES',
      '',
      'Addresses or networks of your reverse proxies, separated by commas.',
    ),
    setting(
      'FOOTNOTE_SMTP_URL',
      '',
      'URL of the mail server, as smtps://user:password@host. If unset, mail stays in the outbox.',
    ),
    setting(
      'FOOTNOTE_MAIL_FROM',
      '',
      'Sender of all mail, such as Footnote <hello@example.com>. Required with FOOTNOTE_SMTP_URL.',
    ),
    setting('FOOTNOTE_GITHUB_ID', '', 'OAuth client ID for signing in with GitHub.'),
    setting('FOOTNOTE_GITHUB_SECRET', '', 'OAuth client secret for signing in with GitHub.'),
    setting('FOOTNOTE_GOOGLE_ID', '', 'OAuth client ID for signing in with Google.'),
    setting('FOOTNOTE_GOOGLE_SECRET', '', 'OAuth client secret for signing in with Google.'),
  ],
  Seller: [
    setting(
      'FOOTNOTE_LEGAL_NAME',
      '',
      'Legal name of the seller of the service, for the footer, receipts and mail.',
    ),
    setting('FOOTNOTE_LEGAL_ADDRESS', '', 'Postal address of the seller, in one line.'),
    setting('FOOTNOTE_SUPPORT_EMAIL', '', 'Email address that customers can write to.'),
    setting('FOOTNOTE_TERMS_URL', '', 'URL of the terms, which users accept when they sign up.'),
    setting('FOOTNOTE_PRIVACY_URL', '', 'URL of the privacy policy.'),
    setting('FOOTNOTE_REFUND_URL', '', 'URL of the refund policy.'),
  ],
  Payments: [
    setting('FOOTNOTE_STRIPE_KEY', '', 'Stripe secret key for recharging wallets.'),
    setting(
      'FOOTNOTE_STRIPE_WEBHOOK_SECRET',
      '',
      'Stripe webhook signing secret. Required with FOOTNOTE_STRIPE_KEY.',
    ),
    setting(
      'FOOTNOTE_WELCOME_CREDIT_USD',
      '',
      'Credit in USD, from 0 to 100, for each new account with a confirmed email address, once per address. Default: 0.20 of test credit where recharges are test payments, otherwise 0.',
    ),
    setting(
      'FOOTNOTE_VISITOR_ANSWERS_PER_HOUR',
      '0',
      'Number of questions per hour that visitors without an account may ask on the home page, all together. You pay the upstream for them. 0 for none.',
    ),
    setting('FOOTNOTE_STRIPE_URL', 'https://api.stripe.com', 'Base URL of the Stripe API.'),
  ],
  Upstream: [
    setting(
      'FOOTNOTE_UPSTREAM_URL',
      '',
      'Research provider to use instead of the embedded engine, such as https://api.you.com.',
    ),
    setting('FOOTNOTE_UPSTREAM_KEY', '', 'API key for the upstream, sent as X-API-Key.'),
    setting(
      'FOOTNOTE_UPSTREAM_CONNECTIONS',
      '512',
      'Synchronous calls sent to the upstream at once. Further calls wait in a queue.',
    ),
    setting(
      'FOOTNOTE_QUEUE_SECONDS',
      '3',
      'How long a call may wait in that queue before it is refused with 503. A call that usually takes longer may wait as long as it takes.',
    ),
    setting(
      'FOOTNOTE_SHED_DELAY_MILLISECONDS',
      '100',
      'Delay of the event loop from which a process refuses new calls with 503. From half of it, it refuses calls of accounts that have more running than others. 0 means no limit.',
    ),
    setting(
      'FOOTNOTE_BREAKER_SECONDS',
      '5',
      'Pause between trial calls while the upstream or the database is down.',
    ),
  ],
  'Limits per account': [
    setting(
      'FOOTNOTE_ACCOUNT_CALLS',
      '100',
      'Calls an account may have in flight on one instance. 0 means no limit.',
    ),
    setting(
      'FOOTNOTE_ACCOUNT_REFUNDS_PER_HOUR',
      '300',
      'Refunds per hour after which an account gets 429. 0 means no limit.',
    ),
  ],
  'Time limits': [
    ...callTimeSettings,
    seconds(
      'FOOTNOTE_SUBMIT_TIMEOUT_SECONDS',
      upstreamSeconds.submission,
      'Time limit for submitting a background task.',
    ),
    seconds(
      'FOOTNOTE_POLL_TIMEOUT_SECONDS',
      upstreamSeconds.poll,
      'Time limit for one poll of a task.',
    ),
    setting(
      'FOOTNOTE_MCP_WAIT_SECONDS',
      '45',
      'How long an MCP tool waits for a result before it returns a task ID.',
    ),
  ],
  'Tasks and settlement': [
    seconds(
      'FOOTNOTE_TASK_LIFETIME_SECONDS',
      limits.taskLifetimeHours * 3_600,
      'How long a task’s result can be retrieved.',
    ),
    setting(
      'FOOTNOTE_TASK_VERDICT_SECONDS',
      '900',
      'How long an expired task waits for an unreachable upstream before it is refunded.',
    ),
    setting(
      'FOOTNOTE_TASK_MISSING_SECONDS',
      '180',
      'How long the upstream must report “task not found” before the task is refunded.',
    ),
    setting(
      'FOOTNOTE_SETTLE_GRACE_SECONDS',
      '30',
      'Time added to a call’s time limit to set the deadline of its charge.',
    ),
    seconds(
      'FOOTNOTE_HOLD_RESULT_SECONDS',
      limits.holdResultMinutes * 60,
      'How long the result of a synchronous call can be retrieved after the call has ended.',
    ),
    setting(
      'FOOTNOTE_HELD_RESULTS_MEBIBYTES',
      '128',
      'Memory for these results. If it is used up, delivered results go first; undelivered ones are refunded.',
    ),
    setting(
      'FOOTNOTE_MCP_REPORT_CHARACTERS',
      '24000',
      'Longest report that an MCP tool returns whole. Of a longer one it returns the start and a link to the whole.',
    ),
    setting(
      'FOOTNOTE_SWEEP_SECONDS',
      '1',
      'Pause between rounds of the sweeper and of scheduled polls.',
    ),
    setting(
      'FOOTNOTE_SWEEP_SHARE',
      '50',
      'A sweep that would refund at least 100 charges and more than this percentage of all held money pauses for one lease.',
    ),
    setting(
      'FOOTNOTE_LEASE_SECONDS',
      '15',
      'How long an instance that stops responding counts as alive. Use one value on all instances.',
    ),
  ],
}

/** Every setting the service reads. */
export const settings: readonly Setting[] = Object.values(settingGroups).flat()

function seconds(name: string, fallback: number, meaning: string): Setting {
  return setting(name, String(fallback), meaning)
}
