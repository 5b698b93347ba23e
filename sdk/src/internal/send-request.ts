import { AbortedError } from '../core/client-errors.ts'
import type { Call, CallOptions, Service } from '../core/service.ts'
import { exchange, type Reply } from './exchange.ts'
import { pauseBeforeRetry } from './pause-before-retry.ts'

/** Sends a call, and sends it again where that cannot cost anything twice. */
export async function sendRequest<Body>(
  service: Service,
  call: Call,
  { signal, timeoutMs }: CallOptions = {},
): Promise<Reply<Body>> {
  // Not by the time of day, which may be set while this runs.
  const endsAtMs = timeoutMs === undefined ? undefined : performance.now() + checkTimeout(timeoutMs)
  for (let attempt = 0; ; attempt += 1) {
    const limitMs = endsAtMs === undefined ? call.limitMs : endsAtMs - performance.now()
    try {
      return await exchange<Body>(service, call, { signal, limitMs })
    } catch (error) {
      if (attempt >= service.maxRetries) throw error
      const pauseMs = pauseBeforeRetry(error, { method: call.method, attempt })
      if (pauseMs === undefined) throw error
      if (endsAtMs !== undefined && performance.now() + pauseMs >= endsAtMs) throw error
      await service.pause(pauseMs, signal).catch(cause => {
        const message = `The wait before ${call.path} is sent again was aborted; nothing was charged.`
        throw new AbortedError(message, { money: 'not_charged', cause })
      })
    }
  }
}

export function checkTimeout(timeoutMs: number): number {
  if (timeoutMs > 0) return timeoutMs
  throw new RangeError('timeoutMs must be a number of milliseconds above zero')
}
