import { Pool } from 'undici'
import { buildRequest } from '../../outside/build-request.ts'
import { type Chat, chatRequest } from './chat-request.ts'
import type { Dialect } from './dialect.ts'
import { endpointUrl } from './endpoint-url.ts'
import { type ChatOutcome, exchangeChat } from './exchange-chat.ts'

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
  /** Between two tokens: after a longer silence no more are expected. */
  readonly idleMs?: number
}

const IDLE_MS = 30_000
/** An event for each token, with all that endpoints wrap around it. */
const BYTES_PER_TOKEN = 1_024
const BYTES_BESIDE = 256 * 1_024
/** No text has more to a token on the whole; an endpoint that says more does not keep to its tokens. */
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
