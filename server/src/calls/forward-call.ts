import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../api-error.ts'
import { checkLater } from './read-call.ts'

/**
 * Names the instance that has passed a request on, which is not passed on again. The ids of living instances are
 * known to instances alone.
 */
export const FORWARDED = 'footnote-forwarded'
/** Names a reply to another instance, which then tells whether its client got it. */
export const HOP = 'footnote-hop'

const TELL_MS = 10_000
/** The pause after each failed try. A minute in all bridges a broken connection or a busy process. */
const TELL_AGAIN_MS = [100, 500, 2_000, 5_000, 10_000, 20_000, 20_000, 0]

interface Forwarding {
  readonly method: string
  readonly path: string
  /** The id of this instance. */
  readonly instanceId: string
  /** With the caller's own key. */
  readonly headers: Readonly<Record<string, string>>
  /** How long to wait for the whole reply, or for a stream to begin. */
  readonly patienceMs: number
}

interface Forwarded {
  readonly status: number
  readonly requestId: string | null
  readonly retryAfter: string | undefined
  readonly body: object
  /** If set, the other instance waits for `tellOutcome`. */
  readonly hop: string | undefined
}

/** Paths and methods that a release does not know, as during an upgrade. */
const UNKNOWN: readonly number[] = [404, 405]

/** Passes a request about a call on to the instance that runs it. */
export async function forwardCall(url: string, forwarding: Forwarding): Promise<Forwarded> {
  const signal = AbortSignal.timeout(forwarding.patienceMs)
  return readWhole(await send(url, forwarding, signal))
}

/** Opens the stream of a call at the instance that runs it; a refusal comes whole. */
export async function forwardStream(
  url: string,
  forwarding: Forwarding,
  until: AbortSignal,
): Promise<Response | Forwarded> {
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), forwarding.patienceMs)
  try {
    const reply = await send(url, forwarding, AbortSignal.any([until, patience.signal]))
    const isStream = reply.headers.get('content-type')?.startsWith('text/event-stream')
    return isStream ? reply : await readWhole(reply)
  } finally {
    clearTimeout(timer)
  }
}

async function send(
  url: string,
  { method, path, headers, instanceId }: Forwarding,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(new URL(path, url), {
      method,
      headers: { ...headers, [FORWARDED]: instanceId },
      redirect: 'error',
      signal,
    })
  } catch {
    throw checkLater()
  }
}

/**
 * Tells the other instance whether the client got its reply. If no try succeeds, the result stays held there, and an
 * end of that instance refunds it.
 */
export async function tellOutcome(url: string, hop: string, isWhole: boolean): Promise<void> {
  const path = `/forwarded/${hop}/${isWhole ? 'delivered' : 'lost'}`
  for (const pauseMs of TELL_AGAIN_MS) {
    const signal = AbortSignal.timeout(TELL_MS)
    const reply = await fetch(new URL(path, url), { method: 'POST', signal }).catch(() => undefined)
    if (reply && reply.status < 500) return
    await delay(pauseMs, undefined, { ref: false })
  }
}

export function hopOf({ headers }: Response): string | undefined {
  return headers.get(HOP) ?? undefined
}

async function readWhole(reply: Response): Promise<Forwarded> {
  try {
    const body: unknown = await reply.json()
    const isUnknown = UNKNOWN.includes(reply.status)
    if (typeof body !== 'object' || body === null || isUnknown) throw checkLater()
    return {
      status: reply.status,
      requestId: reply.headers.get('x-request-id'),
      retryAfter: reply.headers.get('retry-after') ?? undefined,
      body,
      hop: hopOf(reply),
    }
  } catch (error) {
    throw error instanceof ApiError ? error : checkLater()
  }
}
