import { AbortedError } from '../core/client-errors.ts'
import type { CallOptions } from '../core/footnote-options.ts'
import { exchange, type Reply } from './exchange.ts'
import { pauseBeforeRetry } from './pause-before-retry.ts'
import type { Call, Service } from './transport.ts'

/** Sends a call, and retries it if that cannot cost money twice. */
export async function sendRequest<Body>(
  service: Service,
  call: Call,
  { signal, timeoutMs, include = [] }: CallOptions = {},
): Promise<Reply<Body>> {
  // A monotonic clock: the time of day may be adjusted meanwhile.
  const endsAtMs = timeoutMs === undefined ? undefined : performance.now() + checkTimeout(timeoutMs)
  for (let attempt = 0; ; attempt += 1) {
    const limitMs = endsAtMs === undefined ? call.limitMs : endsAtMs - performance.now()
    try {
      return await exchange<Body>(service, including(call, include), { signal, limitMs })
    } catch (error) {
      if (attempt >= service.maxRetries) throw error
      const pauseMs = pauseBeforeRetry(error, { method: call.method, attempt })
      if (pauseMs === undefined) throw error
      if (endsAtMs !== undefined && performance.now() + pauseMs >= endsAtMs) throw error
      await service.pause(pauseMs, signal).catch(cause => {
        const message = `Aborted while waiting to retry ${call.path}. Nothing was charged.`
        throw new AbortedError(message, { money: 'not_charged', cause })
      })
    }
  }
}

/** Asks for parts that results do not have by default. */
export function including(call: Call, include: readonly string[]): Call {
  if (include.length === 0) return call
  return { ...call, headers: { ...call.headers, 'footnote-include': include.join(', ') } }
}

export function checkTimeout(timeoutMs: number): number {
  if (timeoutMs > 0) return timeoutMs
  throw new RangeError('timeoutMs must be a number above 0')
}
