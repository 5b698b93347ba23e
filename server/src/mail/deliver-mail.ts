import type { Database } from '@footnote/platform/database/connect'
import { type ClaimedMail, claimMail, deleteMail, postponeMail } from './outbox.ts'

export interface DeliverDependencies {
  readonly database: Database
  readonly send: (mail: ClaimedMail, options: { signal: AbortSignal }) => Promise<void>
  /** Gets kinds and codes, never a message or an address. */
  readonly report: (fields: object, message: string) => void
}

const MOST_AT_ONCE = 5
const SEND_MS = 60_000
const LEASE_MS = 2 * SEND_MS
const FIRST_PAUSE_MS = 10_000
const PAUSE_GROWTH = 3
const LONGEST_PAUSE_MS = 1_800_000

/**
 * Sends due messages until there are none. A message is deleted after it was sent. If the process
 * dies in between, it is sent twice, which is better than not at all.
 */
export async function deliverMail(
  deps: DeliverDependencies,
  { closing, aborted }: { closing: AbortSignal; aborted: AbortSignal },
): Promise<void> {
  while (!closing.aborted) {
    const claimed = await claimMail(deps.database, { most: MOST_AT_ONCE, leaseMs: LEASE_MS })
    if (claimed.length === 0) return
    const deliveries = claimed.map(mail => deliverOne(deps, mail, aborted))
    // Waits for all, so that nothing is still being sent after a failure.
    await Promise.allSettled(deliveries)
    await Promise.all(deliveries)
  }
}

async function deliverOne(
  { database, send, report }: DeliverDependencies,
  mail: ClaimedMail,
  aborted: AbortSignal,
): Promise<void> {
  const { id, tries } = mail
  try {
    await send(mail, { signal: AbortSignal.any([aborted, AbortSignal.timeout(SEND_MS)]) })
  } catch (error) {
    const about = describeRefusal(error)
    if (isRefusedForGood(about)) {
      report(about, 'the mail server rejected a recipient for good; the message was deleted')
      await deleteMail(database, id)
      return
    }
    report(about, 'a message could not be sent and will be retried')
    const pauseMs = FIRST_PAUSE_MS * PAUSE_GROWTH ** (tries - 1)
    await postponeMail(database, { id, pauseMs: Math.min(pauseMs, LONGEST_PAUSE_MS) })
    return
  }
  await deleteMail(database, id)
}

interface Refusal {
  readonly fault: string
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly command?: unknown
}

/** Leaves out the server's message, which tends to repeat the address. */
function describeRefusal(error: unknown): Refusal {
  if (!(error instanceof Error)) return { fault: typeof error }
  const { code, responseCode, command } = error as Error & Omit<Refusal, 'fault'>
  return { fault: error.name, code, responseCode, command }
}

/** Returns whether the mailbox does not exist, so that retrying is pointless. */
function isRefusedForGood({ responseCode, command }: Refusal): boolean {
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500
}
