import {
  AbortedError,
  ConnectionError,
  type FailedStage,
  TimeoutError,
  UnexpectedReplyError,
} from '../core/client-errors.ts'
import type { FootnoteError, Money } from '../core/footnote-error.ts'
import { plainText } from './plain-text.ts'
import type { Ending } from './timers.ts'
import type { Call, HttpReply, Service } from './transport.ts'

const CHECK_USAGE = 'You may have been charged; check usage() before you retry.'

/** A call with an id can be asked for; anything else is only in the usage history. */
function adviceFor({ requestId }: Call): string {
  if (requestId === undefined) return CHECK_USAGE
  return `You may have been charged; calls.retrieve('${requestId}') shows the outcome.`
}

const CONNECT_CALLS: readonly unknown[] = ['connect', 'getaddrinfo']
const CONNECT_CODES = /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND)$/
/** Runtimes report a failed handshake by code or, under fetch, by text alone. */
const TLS_CODES =
  /CERT|UNABLE_TO_(VERIFY|GET)|^ERR_SSL_.*(WRONG_VERSION_NUMBER|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE|UNRECOGNIZED_NAME)$/
const TLS_WORDS =
  /before secure TLS connection was established|TLS handshake|client error \(Connect\)/

/** Returns what is known about the charge for a call without a proper reply. A GET or DELETE is always free. */
export function moneyOf({ method, isFree = false }: Pick<Call, 'method' | 'isFree'>): Money {
  return isFree || method === 'GET' || method === 'DELETE' ? 'not_charged' : 'unknown'
}

export function endingError(call: Call, { kind, cause }: Ending, limitMs: number): FootnoteError {
  if (kind === 'never_begun') {
    const message = `The signal was already aborted, so ${call.path} was not sent. Nothing was charged.`
    return new AbortedError(message, { money: 'not_charged', cause })
  }
  const money = moneyOf(call)
  const { requestId } = call
  const advice = money === 'unknown' ? ` ${adviceFor(call)}` : ''
  if (kind === 'aborted') {
    return new AbortedError(`The wait for ${call.path} was aborted.${advice}`, {
      money,
      requestId,
      cause,
    })
  }
  const seconds = Math.round(limitMs) / 1_000
  return new TimeoutError(`No reply from ${call.path} within ${seconds} s.${advice}`, {
    money,
    requestId,
  })
}

export function connectionError({ baseUrl }: Service, call: Call, error: unknown): FootnoteError {
  const stage = failedStage(error)
  const reason = reasonOf(error)
  const cause = error instanceof HandshakeError ? error.cause : error
  switch (stage) {
    case 'connect':
      return new ConnectionError(
        `Could not connect to ${baseUrl} (${reason}). Nothing was charged; check that the service is running and that FOOTNOTE_BASE_URL or baseUrl is its address.`,
        { stage, money: 'not_charged', cause },
      )
    case 'tls':
      return new ConnectionError(
        `Could not establish a secure connection to ${baseUrl} (${reason}). Nothing was charged; check that the service uses HTTPS and that this machine trusts its certificate.`,
        { stage, money: 'not_charged', cause },
      )
    case 'reply': {
      const money = moneyOf(call)
      const advice = money === 'unknown' ? adviceFor(call) : 'Nothing was charged.'
      return new ConnectionError(
        `The connection to ${baseUrl} failed before the reply was complete (${reason}). ${advice}`,
        { stage, money, requestId: call.requestId, cause },
      )
    }
  }
}

export function unexpectedReplyError(
  service: Service,
  call: Call,
  { reply, retryAfterSeconds }: { reply: HttpReply; retryAfterSeconds: number | undefined },
): FootnoteError {
  const { status } = reply
  const isRedirect = status >= 300 && status < 400
  // A redirect means that the call was not accepted, except for 303 See Other.
  const money = isRedirect && status !== 303 ? 'not_charged' : moneyOf(call)
  const what = isRedirect ? 'a redirect, which is not followed' : 'not a reply from Footnote'
  const charge = money === 'unknown' ? 'You may have been charged' : 'Nothing was charged'
  const usage = money === 'unknown' ? ', and check usage() before you retry' : ''
  return new UnexpectedReplyError(
    `${service.baseUrl} answered ${call.path} with status ${status}, ${what}. ${charge}; check FOOTNOTE_BASE_URL or baseUrl and any proxy in between${usage}.`,
    {
      status,
      money,
      requestId: reply.headers.get('x-request-id') ?? undefined,
      retryAfterSeconds,
    },
  )
}

/** Prefers the code of a system error, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return plainText(code)
  return error.cause instanceof Error ? reasonOf(error.cause) : plainText(error.message)
}

/** Thrown by a transport whose TLS handshake did not finish. */
export class HandshakeError extends Error {
  override name = 'HandshakeError'
}

/** Returns the stage at which a connection failed, as far as its error proves it. */
function failedStage(error: unknown): FailedStage {
  if (!(error instanceof Error)) return 'reply'
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  const name = typeof code === 'string' ? code : ''
  if (CONNECT_CALLS.includes(syscall) || CONNECT_CODES.test(name)) return 'connect'
  // An AggregateError lists one error per address that was tried.
  if (error instanceof AggregateError && error.errors.length > 0) {
    const isConnect = error.errors.every(each => failedStage(each) === 'connect')
    return isConnect ? 'connect' : 'reply'
  }
  const below = failedStage(error.cause)
  if (below !== 'reply') return below
  const isTls =
    error instanceof HandshakeError || TLS_CODES.test(name) || TLS_WORDS.test(error.message)
  return isTls ? 'tls' : 'reply'
}
