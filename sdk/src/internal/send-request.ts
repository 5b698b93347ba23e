import { AbortedError } from '../core/client-errors.ts'
import { FootnoteError } from '../core/footnote-error.ts'
import type { CallOptions } from '../core/footnote-options.ts'
import { checkHeaders, checkRetries, checkTimeout } from './check-options.ts'
import { plainPath } from './create-log.ts'
import { exchange, type Reply } from './exchange.ts'
import { pauseBeforeRetry } from './pause-before-retry.ts'
import type { Call, Service } from './transport.ts'

/** Sends a call, and retries it if that cannot cost money twice. */
export async function sendRequest<Body>(
  client: Service,
  call: Call,
  options: CallOptions = {},
): Promise<Reply<Body>> {
  const service = forCall(client, options)
  const { signal, include = [], timeoutMs = service.timeoutMs } = options
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
      logRetry(service, call, { error, attempt })
      await service.pause(pauseMs, signal).catch(cause => {
        const message = `Aborted while waiting to retry ${call.path}. Nothing was charged.`
        throw new AbortedError(message, { money: 'not_charged', cause })
      })
    }
  }
}

function logRetry(
  { log, maxRetries }: Service,
  { method, path: full, requestId }: Call,
  { error, attempt }: { error: unknown; attempt: number },
): void {
  const path = plainPath(full)
  const code = error instanceof FootnoteError ? error.code : 'an error'
  const message = `${method} ${path}: retry ${attempt + 1} of ${maxRetries} after ${code}`
  log('info', message, { method, path, requestId, code })
}

/** Asks for parts that results do not have by default. */
export function including(call: Call, include: readonly string[]): Call {
  if (include.length === 0) return call
  return { ...call, headers: { ...call.headers, 'footnote-include': include.join(', ') } }
}

/** The service with the options of one call, which all of its requests share. */
export function forCall(
  service: Service,
  { headers = {}, maxRetries = service.maxRetries }: CallOptions,
): Service {
  return {
    ...service,
    maxRetries: checkRetries(maxRetries),
    headers: { ...service.headers, ...checkHeaders(headers) },
  }
}
