import {
  AbortedError,
  ConnectionError,
  TimeoutError,
  UnexpectedReplyError,
} from '../core/client-errors.ts'
import { failedStage, HandshakeError } from '../core/failed-stage.ts'
import type { FootnoteError, Money } from '../core/footnote-error.ts'
import type { Call, Service } from '../core/service.ts'
import { plainText } from './plain-text.ts'
import type { HttpReply } from './transport.ts'
import type { Ending } from './with-deadline.ts'

const LOOK_FIRST = 'Whether it was charged is unknown: look into usage() before you send it again.'
const GOES_ON = `If the service took the call, it goes on and is settled by its outcome. ${LOOK_FIRST}`

/** What a call without a proper reply did to the wallet: only what is not a GET is ever charged. */
export function moneyOf({ method }: Pick<Call, 'method'>): Money {
  return method === 'GET' ? 'not_charged' : 'unknown'
}

export function endingError(call: Call, { kind, cause }: Ending, limitMs: number): FootnoteError {
  if (kind === 'never_begun') {
    const message = `${call.path} was not sent, since the signal was aborted before; nothing was charged.`
    return new AbortedError(message, { money: 'not_charged', cause })
  }
  const money = moneyOf(call)
  const advice = money === 'unknown' ? ` ${GOES_ON}` : ''
  if (kind === 'aborted') {
    return new AbortedError(`The wait for ${call.path} was aborted.${advice}`, { money, cause })
  }
  const seconds = Math.round(limitMs) / 1_000
  return new TimeoutError(`No reply from ${call.path} within ${seconds} s.${advice}`, { money })
}

export function connectionError({ baseUrl }: Service, call: Call, error: unknown): FootnoteError {
  const stage = failedStage(error)
  const reason = reasonOf(error)
  const cause = error instanceof HandshakeError ? error.cause : error
  switch (stage) {
    case 'connect':
      return new ConnectionError(
        `No connection to ${baseUrl} (${reason}). Nothing was charged. Is the service running, and is FOOTNOTE_BASE_URL or baseUrl its address?`,
        { stage, money: 'not_charged', cause },
      )
    case 'tls':
      return new ConnectionError(
        `No secure connection to ${baseUrl} (${reason}). Nothing was charged. Check that the service speaks HTTPS there, with a certificate that this machine trusts.`,
        { stage, money: 'not_charged', cause },
      )
    case 'reply': {
      const money = moneyOf(call)
      const advice = money === 'unknown' ? LOOK_FIRST : 'Nothing was charged.'
      return new ConnectionError(
        `The connection to ${baseUrl} failed before the reply was complete (${reason}). ${advice}`,
        { stage, money, cause },
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
  // Whoever sends the call elsewhere has not taken it; "see other" may come after it was taken.
  const money = isRedirect && status !== 303 ? 'not_charged' : moneyOf(call)
  const what = isRedirect ? 'with a redirect, which is not followed' : "not with Footnote's JSON"
  const advice = money === 'unknown' ? ` ${LOOK_FIRST}` : ''
  return new UnexpectedReplyError(
    `${service.baseUrl} answered ${call.path} with status ${status}, ${what}. Is FOOTNOTE_BASE_URL or baseUrl right, and is there a proxy in between?${advice}`,
    { status, money, requestId: reply.header('x-request-id'), retryAfterSeconds },
  )
}

/** The code of a system's error says it best, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return plainText(code)
  return error.cause instanceof Error ? reasonOf(error.cause) : plainText(error.message)
}
