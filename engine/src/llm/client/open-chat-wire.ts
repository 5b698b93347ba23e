import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import { buildRequest, errorCode } from '../../outside/exchange-json.ts'
import { type Chat, chatRequest, type Dialect } from './chat-request.ts'
import {
  type ChatReply,
  type GatherOptions,
  gatherChat,
  type Refusal,
  readRefusal,
} from './read-chat.ts'

/** Sends one prompt in one dialect, once. */
export type ChatWire = (
  chat: Chat,
  options: { readonly dialect: Dialect; readonly signal: AbortSignal },
) => Promise<ChatOutcome>

export interface ChatWireOptions {
  readonly url: string
  readonly model: string
  readonly apiKey?: string | undefined
  readonly parallel: number
  /** Longest silence between two tokens. */
  readonly idleMs?: number
}

const IDLE_MS = 30_000
/** Size of one event, which carries one token. */
const BYTES_PER_TOKEN = 1_024
const BYTES_BESIDE = 256 * 1_024
/** Upper bound for any text; an endpoint that sends more ignores its token limit. */
const CHARACTERS_PER_TOKEN = 16

export function openChatWire({
  url,
  model,
  apiKey,
  parallel,
  idleMs = IDLE_MS,
}: ChatWireOptions): ChatWire {
  const base = new URL(endpointUrl(url))
  // The library's own limits are off: a model may think for longer than they allow.
  const pool = new Pool(base.origin, {
    connections: parallel,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  })
  const headers = {
    accept: 'text/event-stream, application/json',
    'accept-encoding': 'identity',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  }
  return async (chat, { dialect, signal }) => {
    const body = chatRequest(model, chat, dialect)
    const call = { method: 'POST', body, headers, timeoutMs: 0 } as const
    const request = buildRequest(base, { path: '/chat/completions', call })
    const mostBytes = BYTES_BESIDE + chat.maxTokens * BYTES_PER_TOKEN
    const mostCharacters = chat.maxTokens * CHARACTERS_PER_TOKEN
    return exchangeChat(pool, request, { signal, idleMs, mostBytes, mostCharacters })
  }
}

/** The outcome of sending a prompt once. */
export type ChatOutcome =
  | { readonly kind: 'reply'; readonly reply: ChatReply }
  | {
      readonly kind: 'refusal'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      readonly refusal: Refusal
    }
  /** No reply began. */
  | { readonly kind: 'nothing'; readonly code: string | undefined }

/** Limit on an error body, whose useful part is short. */
const MOST_ERROR_BYTES = 64 * 1024

/** Rejects with the signal's reason when that aborts before a reply began. */
export async function exchangeChat(
  dispatcher: Dispatcher,
  request: Dispatcher.RequestOptions,
  options: GatherOptions,
): Promise<ChatOutcome> {
  let response: Dispatcher.ResponseData
  try {
    response = await dispatcher.request({ ...request, signal: options.signal })
  } catch (error) {
    options.signal.throwIfAborted()
    // The original error stays out: its text may quote what was sent.
    return { kind: 'nothing', code: errorCode(error) }
  }
  const { statusCode: status, headers, body } = response
  if (status >= 200 && status < 300) {
    return { kind: 'reply', reply: await gatherChat(body, options) }
  }
  const refusal = readRefusal(parse(await readSome(body)))
  options.signal.throwIfAborted()
  return { kind: 'refusal', status, headers, refusal }
}

async function readSome(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > MOST_ERROR_BYTES) break
    }
  } catch {
    // The status is known, but the body is lost.
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Returns the base URL of an endpoint's operations. Operators enter the address with its version, without
 * it, or with an operation; `/v1` is added only if there is no version.
 */
export function endpointUrl(given: string): string {
  const url = new URL(given)
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(?:chat\/completions|models)$/, '')
  url.pathname = /\/v\d+[a-z]*(?:\/|$)/.test(path) ? path : `${path}/v1`
  url.search = ''
  url.hash = ''
  return url.href
}
