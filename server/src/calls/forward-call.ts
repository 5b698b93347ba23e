import { ApiError } from '../api-error.ts'
import { checkLater } from './read-call.ts'

/** Marks a request that another instance has passed on, which is not passed on again. */
export const FORWARDED = 'footnote-forwarded'

interface Forwarded {
  readonly status: number
  readonly requestId: string | null
  readonly retryAfter: string | undefined
  readonly body: object
}

/** Passes a request about a call on to the instance that runs it, with the caller's own key. */
export async function forwardCall(
  url: string,
  {
    method,
    path,
    headers,
    patienceMs,
  }: { method: string; path: string; headers: Record<string, string>; patienceMs: number },
): Promise<Forwarded> {
  try {
    const reply = await fetch(new URL(path, url), {
      method,
      headers: { ...headers, [FORWARDED]: 'true' },
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
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
