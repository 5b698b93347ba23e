import { ApiError } from '../api-error.ts'
import { checkLater } from './read-call.ts'

/** Marks a request that another instance has passed on, which is not passed on again. */
export const FORWARDED = 'footnote-forwarded'

interface Forwarding {
  readonly method: string
  readonly path: string
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
}

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
  { method, path, headers }: Forwarding,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(new URL(path, url), {
      method,
      headers: { ...headers, [FORWARDED]: 'true' },
      redirect: 'error',
      signal,
    })
  } catch {
    throw checkLater()
  }
}

async function readWhole(reply: Response): Promise<Forwarded> {
  try {
    const body: unknown = await reply.json()
    if (typeof body !== 'object' || body === null) throw checkLater()
    return {
      status: reply.status,
      requestId: reply.headers.get('x-request-id'),
      retryAfter: reply.headers.get('retry-after') ?? undefined,
      body,
    }
  } catch (error) {
    throw error instanceof ApiError ? error : checkLater()
  }
}
