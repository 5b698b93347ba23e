import { errors } from '@footnote/contract/errors'
import { InvalidApiKeyError } from './api-errors.ts'

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
  /** Time limit in milliseconds, including retries. Default: as long as the service may take. */
  readonly timeoutMs?: number | undefined
  /** Adds parts to the result: `evidence` is the passage that proves each value of a JSON object. */
  readonly include?: readonly 'evidence'[] | undefined
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8787'
const DEFAULT_RETRIES = 2

/** Checks the options and fills in the defaults. */
export function readOptions(options: FootnoteOptions): {
  readonly apiKey: string
  readonly baseUrl: string
  readonly maxRetries: number
} {
  return {
    apiKey: checkApiKey(options.apiKey ?? readEnvironment('FOOTNOTE_API_KEY')),
    baseUrl: checkBaseUrl(
      options.baseUrl ?? readEnvironment('FOOTNOTE_BASE_URL') ?? DEFAULT_BASE_URL,
    ),
    maxRetries: checkRetries(options.maxRetries ?? DEFAULT_RETRIES),
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

function checkRetries(count: number): number {
  if (Number.isInteger(count) && count >= 0) return count
  throw new TypeError('maxRetries must be a whole number, 0 or above')
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
