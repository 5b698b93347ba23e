import { errors } from '@footnote/contract/errors'
import type { Fetch } from '../internal/fetch-transport.ts'
import { readEnvironment } from '../internal/read-environment.ts'
import { InvalidApiKeyError } from './api-errors.ts'

export interface FootnoteOptions {
  /** Left alone, FOOTNOTE_API_KEY of the environment. */
  readonly apiKey?: string | undefined
  /** Left alone, FOOTNOTE_BASE_URL of the environment, or else http://127.0.0.1:8787. */
  readonly baseUrl?: string | undefined
  /** How often to send again what cannot be charged twice: 2 times, left alone. */
  readonly maxRetries?: number | undefined
  /**
   * Instead of the runtime's own way to send requests. It must not repeat one by itself, as Deno's
   * fetch does when a connection is lost: a paid call could be paid twice.
   */
  readonly fetch?: Fetch | undefined
}

const DEFAULT_BASE_URL = 'http://127.0.0.1:8787'
const DEFAULT_RETRIES = 2

/** The options with what they leave to the environment; whatever cannot work is refused here. */
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
  if (key === '') throw keyError('There is no API key: set FOOTNOTE_API_KEY or pass apiKey.')
  // Otherwise it would be the transport that refuses it, with the key in its message.
  if (/^[\x21-\x7e]+$/.test(key)) return key
  throw keyError('The API key has characters that no key has: check FOOTNOTE_API_KEY or apiKey.')
}

function keyError(message: string): InvalidApiKeyError {
  const body = { code: 'INVALID_API_KEY', message, request_id: '' }
  const { money, status } = errors.INVALID_API_KEY
  return new InvalidApiKeyError({ body, money, status })
}

/**
 * The address of the service, also where somebody gave that of its API. Its value is not shown, since
 * it may hold a password.
 */
function checkBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && url.username === '' && url.password === '' && !/[?#]/.test(text)
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/(\/api\/v1)?\/*$/, '')
  throw new TypeError(
    'FOOTNOTE_BASE_URL or baseUrl must be an address such as https://footnote.example, without user name, query or fragment',
  )
}

function checkRetries(count: number): number {
  if (Number.isInteger(count) && count >= 0) return count
  throw new TypeError('maxRetries must be a whole number, 0 or above')
}
