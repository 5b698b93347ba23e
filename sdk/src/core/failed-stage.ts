/** How far a call got before its connection failed; only at `reply` can anything have been sent. */
export type FailedStage = 'connect' | 'tls' | 'reply'

/** Thrown by a transport whose TLS handshake did not finish. */
export class HandshakeError extends Error {
  override name = 'HandshakeError'
}

const CONNECT_CALLS: readonly unknown[] = ['connect', 'getaddrinfo']
const CONNECT_CODES = /^(ECONNREFUSED|ConnectionRefused|ENOTFOUND)$/
/** Runtimes report a failed handshake by code or, under fetch, by text alone. Other errors may come later. */
const TLS_CODES =
  /CERT|UNABLE_TO_(VERIFY|GET)|^ERR_SSL_.*(WRONG_VERSION_NUMBER|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|HANDSHAKE_FAILURE|UNRECOGNIZED_NAME)$/
const TLS_WORDS =
  /before secure TLS connection was established|TLS handshake|client error \(Connect\)/

/** Returns the stage at which a connection failed, as far as its error proves it. */
export function failedStage(error: unknown): FailedStage {
  if (!(error instanceof Error)) return 'reply'
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  const name = typeof code === 'string' ? code : ''
  if (CONNECT_CALLS.includes(syscall) || CONNECT_CODES.test(name)) return 'connect'
  // Several addresses were tried.
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
