import { errors } from '@footnote/contract/errors'
import { checkHeaders, checkRetries, checkTimeout } from '../internal/check-options.ts'
import { createLog, LOG_LEVELS, type Log } from '../internal/create-log.ts'
import { InvalidApiKeyError } from './api-errors.ts'
import type { Logger, LogLevel } from './logger.ts'

/** The part of the standard fetch function that the SDK uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Options of a client. */
export interface FootnoteOptions {
  /** API key. Default: the environment variable FOOTNOTE_API_KEY. */
  readonly apiKey?: string | undefined
  /** Address of the service. Default: FOOTNOTE_BASE_URL, or else http://127.0.0.1:8787. */
  readonly baseUrl?: string | undefined
  /** How many times to retry a call that cannot be charged twice. Default: 2. */
  readonly maxRetries?: number | undefined
  /**
   * Time limit of each call in milliseconds, including retries. Default: as long as the service may take. A paid call
   * that runs into it keeps running at the service. `tasks.wait` applies it to each poll, not to the wait.
   */
  readonly timeoutMs?: number | undefined
  /** Headers that every request has, such as `traceparent`. */
  readonly defaultHeaders?: Readonly<Record<string, string>> | undefined
  /** Receives log messages. Default: `console`. */
  readonly logger?: Logger | undefined
  /**
   * Messages to log: `warn` adds connections that were lost, `info` each request and retry, and `debug` when a request is
   * sent. Keys, questions and answers are never logged. Default: FOOTNOTE_LOG, or else `warn`.
   */
  readonly logLevel?: LogLevel | undefined
  /**
   * Replaces the runtime's HTTP client. It must not retry by itself, as Deno's fetch does after a lost
   * connection: a paid call could be charged twice.
   */
  readonly fetch?: Fetch | undefined
}

/** Options of one call. */
export interface CallOptions {
  /** Stops waiting. A paid call that was sent keeps running, and is refunded if it fails. */
  readonly signal?: AbortSignal | undefined
  /**
   * UUID for a paid call, which becomes its request_id. Your account can use each one for one call. Default: a
   * new one.
   */
  readonly requestId?: string | undefined
  /** Time limit in milliseconds, including retries. Default: the client's, or else as long as the service may take. */
  readonly timeoutMs?: number | undefined
  /** How many times to retry this call. Default: the client's `maxRetries`. */
  readonly maxRetries?: number | undefined
  /** Headers of this call, beside the client's `defaultHeaders`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Adds parts to the result: `evidence` is the passage that proves each value of a JSON object. */
  readonly include?: readonly 'evidence'[] | undefined
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8787'
const DEFAULT_RETRIES = 2
const DEFAULT_LOG_LEVEL = 'warn'

/** Checks the options and fills in the defaults. */
export function readOptions(options: FootnoteOptions): {
  readonly apiKey: string
  readonly baseUrl: string
  readonly maxRetries: number
  readonly timeoutMs: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly log: Log
} {
  const { timeoutMs } = options
  return {
    apiKey: checkApiKey(options.apiKey ?? readEnvironment('FOOTNOTE_API_KEY')),
    baseUrl: checkBaseUrl(
      options.baseUrl ?? readEnvironment('FOOTNOTE_BASE_URL') ?? DEFAULT_BASE_URL,
    ),
    maxRetries: checkRetries(options.maxRetries ?? DEFAULT_RETRIES),
    timeoutMs: timeoutMs === undefined ? undefined : checkTimeout(timeoutMs),
    headers: checkHeaders(options.defaultHeaders ?? {}),
    log: readLog(options),
  }
}

function checkApiKey(text: string | undefined): string {
  const key = text?.trim() ?? ''
  if (key === '')
    throw keyError(
      'The API key is missing, so nothing was sent or charged. Set FOOTNOTE_API_KEY or pass apiKey.',
    )
  // The transport would reject it too, but with the key in its message.
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw keyError(
    'The API key contains invalid characters, so nothing was sent or charged. Check FOOTNOTE_API_KEY or apiKey.',
  )
}

function keyError(message: string): InvalidApiKeyError {
  const body = { code: 'INVALID_API_KEY', message, request_id: '' }
  const { money, status } = errors.INVALID_API_KEY
  return new InvalidApiKeyError({ body, money, status })
}

/** Accepts the address of the service or of its API. Errors omit it, since it may contain a password. */
function checkBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && url.username === '' && url.password === '' && !/[?#]/.test(text)
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/(\/api\/v1)?\/*$/, '')
  throw new TypeError(
    'FOOTNOTE_BASE_URL or baseUrl must be a URL such as https://footnote.example, without user name, query or fragment',
  )
}

function readLog({ logger = console, logLevel }: FootnoteOptions): Log {
  const levels = LOG_LEVELS.join(', ')
  if (logLevel !== undefined) {
    if (LOG_LEVELS.includes(logLevel)) return createLog(logger, logLevel)
    throw new TypeError(`logLevel must be one of ${levels}`)
  }
  const text = readEnvironment('FOOTNOTE_LOG')?.toLowerCase() ?? DEFAULT_LOG_LEVEL
  const level = LOG_LEVELS.find(name => name === text)
  const log = createLog(logger, level ?? DEFAULT_LOG_LEVEL)
  // A wrong variable must not keep a program from starting.
  if (!level) log('warn', `FOOTNOTE_LOG must be one of ${levels}. Using ${DEFAULT_LOG_LEVEL}.`)
  return log
}

/** Reads a variable; undefined if it is blank or the runtime has no environment. */
function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  try {
    return process?.env?.[name]?.trim() || undefined
  } catch {
    // Deno throws without permission to read the environment.
    return undefined
  }
}
