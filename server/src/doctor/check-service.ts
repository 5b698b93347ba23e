import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { connectionLimits } from '../connection-limits.ts'
import { verifySmtp } from '../mail/send-by-smtp.ts'
import { connectStripe } from '../payments/stripe/connect-stripe.ts'
import { hasUnnamedProxy, UNNAMED_PROXY } from '../unnamed-proxy.ts'
import { check, type Finding } from './finding.ts'

const GIGABYTE = 1_000_000_000
const FEW_GIGABYTES = 5
const LEAST_GIGABYTES = 1

/** Checks everything beside the database. Sends no mail and makes no call that costs money. */
export function checkService(config: Config): Promise<Finding[]> {
  return Promise.all([
    checkUpstream(config),
    checkMail(config),
    checkPayments(config),
    checkDisk(config),
    checkOpenFiles(config),
    checkProxy(config),
  ])
}

function checkUpstream({ upstream }: Config): Promise<Finding> {
  const advice = 'Check FOOTNOTE_UPSTREAM_URL, and that this machine may reach that address.'
  return check('upstream', advice, async signal => {
    if (!upstream) return 'the embedded engine; npx footnote engine check tests its services'
    // No operation of an upstream is free, so any reply has to do.
    const { status } = await fetch(upstream.url, { signal, redirect: 'manual' })
    if (status < 500) return `${new URL(upstream.url).host} replies`
    return { state: 'problem', note: `It replies with status ${status}. Ask its operator.` }
  })
}

function checkMail({ website }: Config): Promise<Finding> {
  const advice = 'Check FOOTNOTE_SMTP_URL, and that this machine may reach that server.'
  return check('mail', advice, async signal => {
    if (!website.smtp) return 'no mail server; mail stays in the outbox (npx footnote outbox)'
    await verifySmtp(website.smtp, { signal })
    return 'the mail server accepts the sign-in'
  })
}

function checkPayments({ website }: Config): Promise<Finding> {
  const advice = 'Check FOOTNOTE_STRIPE_KEY, and that this machine may reach Stripe.'
  return check('payments', advice, async () => {
    if (!website.stripe) return 'no Stripe key; wallets are credited with operator commands'
    const access = connectStripe(website.stripe)
    const client = await access.client()
    await client.balance.retrieve()
    return `Stripe accepts the ${access.isTest ? 'test' : 'live'} key`
  })
}

function checkDisk({ dataDir }: Config): Promise<Finding> {
  return check('disk', 'Check FOOTNOTE_DATA_DIR.', async () => {
    // Before the first start, the data folder is missing.
    const { bavail, bsize } = await statfs(dataDir).catch(() => statfs(dirname(dataDir)))
    const gigabytes = (bavail * bsize) / GIGABYTE
    const note = `${gigabytes.toFixed(1)} GB free in the data folder`
    if (gigabytes >= FEW_GIGABYTES) return note
    const state = gigabytes < LEAST_GIGABYTES ? 'problem' : 'warning'
    return { state, note: `Only ${note}. Make room: PostgreSQL stops when the disk is full.` }
  })
}

function checkOpenFiles({ upstreamConnections }: Config): Promise<Finding> {
  return check('open files', 'Check ulimit -n.', async () => {
    const { upstreamCalls } = connectionLimits({ wantedCalls: upstreamConnections })
    if (upstreamCalls >= upstreamConnections) return 'enough for FOOTNOTE_UPSTREAM_CONNECTIONS'
    const note = `Enough for ${upstreamCalls} calls at once, not for FOOTNOTE_UPSTREAM_CONNECTIONS. Raise the limit (ulimit -n, or LimitNOFILE in systemd) to 4096 or more.`
    return { state: 'warning', note }
  })
}

function checkProxy({ dataDir }: Config): Promise<Finding> {
  return check('proxy', 'Check FOOTNOTE_DATA_DIR.', async () => {
    if (!(await hasUnnamedProxy(dataDir))) return 'no crowded address has sent X-Forwarded-For'
    return { state: 'warning', note: UNNAMED_PROXY }
  })
}
