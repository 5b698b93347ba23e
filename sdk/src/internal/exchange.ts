import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import type { ReceivedError } from '../core/api-errors.ts'
import { plainPath } from './create-log.ts'
import { connectionError, endingError, moneyOf, unexpectedReplyError } from './failures.ts'
import { type Ending, withDeadline } from './timers.ts'
import { toApiError } from './to-api-error.ts'
import type { Call, HttpReply, Service } from './transport.ts'

/** Far above the size of any report. */
const MOST_REPLY_BYTES = 64 * 1024 * 1024

export interface Reply<Body> {
  readonly body: Body
  readonly status: number
  readonly headers: Headers
  /** The id of the paid call, or else of this request. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
}

/** Sends a call once and reads its reply; every error it throws is a FootnoteError. */
export function exchange<Body>(
  service: Service,
  call: Call,
  { signal, limitMs }: { signal?: AbortSignal | undefined; limitMs: number },
): Promise<Reply<Body>> {
  const fail = (ending: Ending) => endingError(call, ending, limitMs)
  return withDeadline({ signal, limitMs, fail }, async inner => {
    const reply = await openReply(service, call, inner)
    const text = await readText(service, call, reply)
    const retryAfterSeconds = readRetryAfter(reply)
    const body = parseObject(text)
    if (!body || reply.status >= 300) throw replyError(service, call, { reply, body })
    const { status, headers } = reply
    const requestId = call.requestId ?? idOf(reply)
    return { body: body as Body, status, headers, requestId, retryAfterSeconds }
  })
}

/** Sends a call and resolves when the headers of the reply arrive, whatever the status. */
export async function openReply(
  service: Service,
  call: Call,
  signal: AbortSignal,
): Promise<HttpReply> {
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  const logEnd = logStart(service, call)
  try {
    const reply = await service.transport({
      method: call.method,
      url: `${service.baseUrl}${call.path}`,
      headers: {
        ...service.headers,
        accept: 'application/json',
        authorization: `Bearer ${service.apiKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(call.requestId !== undefined && { 'footnote-request-id': call.requestId }),
        ...call.headers,
      },
      body,
      signal,
    })
    logEnd(String(reply.status), { status: reply.status, requestId: call.requestId ?? idOf(reply) })
    return reply
  } catch (error) {
    logEnd(signal.aborted ? 'ended by its time limit or its caller' : 'no reply', {})
    throw connectionError(service, call, error)
  }
}

/** Logs a request, and returns how to log its end. */
function logStart({ log }: Service, { method, path: full, requestId }: Call) {
  const path = plainPath(full)
  const startedMs = performance.now()
  log('debug', `${method} ${path}: sent`, { method, path, requestId })
  return (outcome: string, details: object) => {
    const durationMs = Math.round(performance.now() - startedMs)
    const message = `${method} ${path}: ${outcome} after ${durationMs} ms`
    log('info', message, { method, path, requestId, durationMs, ...details })
  }
}

function idOf({ headers }: HttpReply): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

/** Turns an unsuccessful reply into an error. */
export function replyError(
  service: Service,
  call: Call,
  { reply, body }: { reply: HttpReply; body: JsonObject | undefined },
): Error {
  const { status } = reply
  const retryAfterSeconds = readRetryAfter(reply)
  if (status < 400 || !isErrorBody(body)) {
    return unexpectedReplyError(service, call, { reply, retryAfterSeconds })
  }
  return toApiError({ body, status, retryAfterSeconds }, { otherwise: moneyOf(call) })
}

export async function readText(service: Service, call: Call, reply: HttpReply): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  try {
    for await (const chunk of reply.body) {
      bytes += chunk.byteLength
      if (bytes > MOST_REPLY_BYTES) throw new RangeError('the reply is too long')
      text += decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    throw connectionError(service, call, error)
  }
  return text + decoder.decode()
}

export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Recognizes an error of the service strictly, because its statement about the charge is trusted. */
export function isErrorBody(body: JsonObject | undefined): body is ReceivedError {
  const { code, message, request_id, errors = [] } = body ?? {}
  const isNamed = [code, message, request_id].every(member => typeof member === 'string')
  return isNamed && Array.isArray(errors) && errors.every(isJsonObject)
}

/** Reads the Retry-After header, which is a number of seconds or a date. */
function readRetryAfter(reply: HttpReply): number | undefined {
  const value = reply.headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const untilMs = Date.parse(value) - Date.now()
  return Number.isNaN(untilMs) ? undefined : Math.max(0, Math.ceil(untilMs / 1_000))
}
