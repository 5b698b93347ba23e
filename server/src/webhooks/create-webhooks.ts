import type { Database } from '@footnote/platform/database/connect'
import {
  createAddressRules,
  createGuardedConnector,
  isForbidden,
  type Lookup,
} from '@footnote/platform/network/guarded-connector'
import { Agent, request } from 'undici'
import {
  type Attempt,
  type ClaimedDelivery,
  claimDeliveries,
  recordDelivered,
  recordFailure,
  tidyDeliveries,
} from './deliveries.ts'
import { createResolveName } from './resolve-name.ts'
import { signedHeaders, type WebhookSeal } from './webhook-secret.ts'

/** Sends webhooks. */
export interface Webhooks {
  readonly seal: WebhookSeal
  /** Returns whether events may ever be sent to an address. The network that a name leads to is checked when sending. */
  mayReach(url: string): boolean
  /** Starts due deliveries; called every second. */
  deliver(): Promise<void>
  /** Waits for the attempts under way. */
  settle(): Promise<void>
  tidy(): Promise<void>
  /** Ends running attempts; the next process makes them again. */
  close(): Promise<void>
}

const MOST_AT_ONCE = 50
/** Few, so that an endpoint that hangs holds up no other. */
const MOST_PER_ENDPOINT = 3
/** Few too, so that an account with several endpoints that hang holds up no other account. */
const MOST_PER_ACCOUNT = 5
const SEND_MS = 15_000
const LEASE_MS = 4 * SEND_MS
const GONE = 410
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** Pauses after each failed attempt; the last one repeats until the delivery's day is over. */
const PAUSES_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  60 * MINUTE_MS,
  120 * MINUTE_MS,
  240 * MINUTE_MS,
]
const LOOPBACK = ['127.0.0.0/8', '::1/128']

class BlockedAddress extends Error {
  override name = 'BlockedAddress'
}

export function createWebhooks(
  {
    database,
    seal,
    reportFault,
  }: { database: Database; seal: WebhookSeal; reportFault: (error: unknown) => void },
  {
    allowLoopback,
    pageUrl,
    lookup = createResolveName({ allowLoopback }),
  }: {
    /** For tests and for a service in local mode. */
    allowLoopback: boolean
    /** Address of the page on which owners manage their webhooks. */
    pageUrl: () => string
    lookup?: Lookup
  },
): Webhooks {
  const closing = new AbortController()
  const rules = createAddressRules(allowLoopback ? LOOPBACK : [])
  const agent = new Agent({
    connect: createGuardedConnector(rules, { lookup, blocked: () => new BlockedAddress() }),
    allowH2: false,
  })
  const running = new Map<Promise<void>, Attempt>()
  let claiming: Promise<void> | undefined

  function mayReach(text: string): boolean {
    const url = new URL(text)
    if (allowLoopback) return !isForbidden(rules, url)
    return url.protocol === 'https:' && url.port === '' && !isForbidden(rules, url)
  }

  /** Starts what is due and fits, and returns without waiting for replies. */
  function deliver(): Promise<void> {
    // One claim at a time, since each counts what runs.
    claiming ??= claim().finally(() => {
      claiming = undefined
    })
    return claiming
  }

  async function claim(): Promise<void> {
    const most = MOST_AT_ONCE - running.size
    if (most === 0 || closing.signal.aborted) return
    const claimed = await claimDeliveries(database, {
      most,
      mostPerEndpoint: MOST_PER_ENDPOINT,
      mostPerAccount: MOST_PER_ACCOUNT,
      running: [...running.values()],
      leaseMs: LEASE_MS,
    })
    for (const one of claimed) {
      const attempt = deliverOne(one)
        .catch(reportFault)
        .then(isTaken => {
          running.delete(attempt)
          // An endpoint that takes its events gets the next ones without a pause.
          if (isTaken) deliver().catch(reportFault)
        })
      running.set(attempt, one)
    }
  }

  /** Returns whether the endpoint took the event. */
  async function deliverOne(one: ClaimedDelivery): Promise<boolean> {
    const { id } = one
    const { status, fault } = await send(one)
    // The lease ends, and the next process makes the attempt again.
    if (closing.signal.aborted && status === null) return false
    if (status !== null && status >= 200 && status < 300) {
      await recordDelivered(database, { id, status })
      return true
    }
    const pauseMs = PAUSES_MS[Math.min(one.tries, PAUSES_MS.length) - 1] ?? SECOND_MS
    const isGone = status === GONE
    const mail = switchedOffMail({ url: one.url, pageUrl: pageUrl(), isGone })
    await recordFailure(database, { id, status, fault, pauseMs, isGone, mail })
    return false
  }

  async function send(
    one: ClaimedDelivery,
  ): Promise<{ status: number | null; fault: string | null }> {
    const secrets = [one.sealed_secret, one.sealed_previous_secret]
      .filter(sealed => sealed !== null)
      .map(sealed => seal.open(one.endpoint_id, sealed))
      .filter(secret => secret !== undefined)
    if (secrets.length === 0) return { status: null, fault: 'secret_unreadable' }
    const { body } = one
    const seconds = Math.floor(Date.now() / SECOND_MS)
    try {
      const reply = await request(one.url, {
        method: 'POST',
        dispatcher: agent,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Footnote-Webhooks/1',
          ...signedHeaders({ id: one.event_id, seconds, body, secrets }),
        },
        body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(SEND_MS)]),
      })
      // Redirects are not followed, and the body is of no interest.
      await reply.body.dump()
      return { status: reply.statusCode, fault: null }
    } catch (error) {
      return { status: null, fault: faultOf(error) }
    }
  }

  async function settle(): Promise<void> {
    while (claiming || running.size > 0) await Promise.allSettled([claiming, ...running.keys()])
  }

  return {
    seal,
    mayReach,
    deliver,
    settle,
    tidy: () => tidyDeliveries(database),
    async close() {
      closing.abort()
      await settle()
      await agent.destroy()
    },
  }
}

/** A word for a failure, which the delivery log shows. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unreachable'
  if (error instanceof BlockedAddress || error.cause instanceof BlockedAddress)
    return 'address_not_allowed'
  return error.name === 'TimeoutError' ? 'timed_out' : 'unreachable'
}

function switchedOffMail({
  url,
  pageUrl,
  isGone,
}: {
  url: string
  pageUrl: string
  isGone: boolean
}): { subject: string; body: string } {
  const reason = isGone
    ? 'This address replied 410 (Gone) to an event'
    : 'We could not deliver events to this address for 24 hours'
  return {
    subject: 'A Footnote webhook was switched off',
    body: `${reason}, so we switched the webhook off:

${url}

Events since then are not sent. When the address works again, switch the webhook on and replay what you missed:

${pageUrl}
`,
  }
}
