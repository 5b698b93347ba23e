import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import { createSlots } from '../../create-slots.ts'
import { createAdmission, NotAdmittedError, realClock } from '../../outside/admission.ts'
import { buildRequest, errorCode, retryAfterMs } from '../../outside/service-caller.ts'
import {
  adaptDialect,
  type Chat,
  chatRequest,
  commonDialect,
  type Dialect,
} from './chat-request.ts'
import { ModelFault } from './model.ts'
import { type ChatReply, gatherChat, isTimeout, type Refusal, readRefusal } from './read-chat.ts'

export interface ChatOptions {
  readonly url: string
  readonly model: string
  readonly apiKey?: string | undefined
  readonly parallel: number
  /** Longest silence between two tokens. */
  readonly idleMs?: number
  /** Pauses before further attempts. */
  readonly retryPausesMs?: readonly number[]
  /** How long an endpoint that keeps failing, or refuses the key, is left alone. */
  readonly restMs?: number
  /** How long a silence must last to count as a failure. */
  readonly patienceMs?: number
  /** Called if a prompt was too long, with the context length if the endpoint stated it. */
  readonly onTooLong: (chat: Chat, contextTokens: number | undefined) => void
}

export interface CallLimit {
  readonly endsAt: number
  readonly signal: AbortSignal
}

/** Returns a reply that is not empty; rejects with a ModelFault or the caller's reason. */
export type CallChat = (chat: Chat, limit: CallLimit) => Promise<ChatReply>

/** The outcome of sending a prompt once. Without a status, there was no connection. */
interface Outcome {
  readonly status?: number
  readonly headers?: IncomingHttpHeaders
  /** The reply, if one began. */
  readonly reply?: ChatReply
  readonly refusal?: Refusal | undefined
  readonly code?: string | undefined
}

interface Failure {
  readonly fault: ModelFault
  /** The shortest pause before another attempt; absent if none would help. */
  readonly againInMs?: number
}

const IDLE_MS = 30_000
const RETRY_PAUSES_MS = [250, 1_000]
const REST_MS = 30_000
/** A shorter silence says nothing about the endpoint; the shortest runs wait hardly longer. */
const PATIENCE_MS = 4_000
/** Limit on format changes for one prompt. */
const MOST_CHANGES = 8
/** Size of one event, which carries one token, and of everything else. */
const BYTES_PER_TOKEN = 1_024
const BYTES_BESIDE = 256 * 1_024
/** Upper bound for any text; an endpoint that sends more ignores its token limit. */
const CHARACTERS_PER_TOKEN = 16
const MOST_ERROR_BYTES = 64 * 1024

/** Sends prompts to one endpoint, within its limit on parallel calls and in its dialect. */
export function openChat(options: ChatOptions): CallChat {
  const { retryPausesMs = RETRY_PAUSES_MS, restMs: pauseMs = REST_MS, onTooLong } = options
  const send = openWire(options)
  const slots = createSlots(options.parallel)
  const admission = createAdmission({ callsPerSecond: undefined, pauseMs, clock: realClock })
  let known: Dialect = commonDialect
  let silenceEndedAt = Number.NEGATIVE_INFINITY

  /** Counts simultaneous silences once: readers that time out together must not block the writing. */
  function noteSilence(startedAt: number): void {
    const now = performance.now()
    const { patienceMs = PATIENCE_MS } = options
    if (now - startedAt < patienceMs || startedAt < silenceEndedAt) return
    silenceEndedAt = now
    admission.failed()
  }

  async function attempt(chat: Chat, dialect: Dialect, limit: CallLimit): Promise<Outcome> {
    await admission.enter(limit)
    const startedAt = performance.now()
    try {
      const outcome = await send(chat, dialect, limit.signal)
      if (outcome.reply?.end === 'time' && !hasCome(outcome)) noteSilence(startedAt)
      return outcome
    } catch (error) {
      if (isTimeout(error)) noteSilence(startedAt)
      throw error
    }
  }

  /** Reports a failure to the admission, and puts it into our own words. */
  function judge({ status, headers = {}, reply, refusal, code }: Outcome): Failure {
    if (status === undefined) {
      admission.failed()
      const shown = code === undefined ? '' : ` (${code})`
      return { fault: unreachable(`the model's endpoint cannot be reached${shown}`), againInMs: 0 }
    }
    // An endpoint that has read the request is up.
    if (status === 400 || status === 413 || status === 422) admission.succeeded()
    if (refusal?.isTooLong || status === 413) return { fault: tooLong() }
    if (refusal?.isFiltered) return { fault: refused() }
    if (reply) return judgeEmpty(reply)
    const restMs = retryAfterMs(headers)
    if (status === 429 && !/insufficient_quota|billing/.test(refusal?.said ?? '')) {
      if (restMs !== undefined) admission.restFor(restMs)
      const said = "the model's endpoint is asked too often; lower FOOTNOTE_LLM_PARALLEL"
      return { fault: unreachable(said), againInMs: restMs ?? 0 }
    }
    const fault = unreachable(
      `the model's endpoint answered with status ${status}${advice(status)}`,
    )
    if (status >= 500) admission.failed()
    // Another attempt soon would not help.
    if ([401, 402, 403, 404, 429].includes(status)) admission.shutOut()
    return { fault, ...(status >= 500 && { againInMs: restMs ?? 0 }) }
  }

  function judgeEmpty({ end }: ChatReply): Failure {
    if (end === 'garbled' || end === 'whole' || end === 'length') {
      return { fault: new ModelFault('garbled', 'the model sent a reply with nothing in it') }
    }
    if (end === 'time') return { fault: unreachable('the model did not reply within its time') }
    admission.failed()
    return { fault: unreachable('the model broke off before it said anything') }
  }

  async function converse(chat: Chat, limit: CallLimit): Promise<ChatReply> {
    let own: Partial<Dialect> = {}
    let changes = 0
    for (let repeats = 0; ; ) {
      const dialect = { ...known, ...own }
      const outcome = await attempt(chat, dialect, limit)
      if (outcome.reply && hasCome(outcome)) {
        admission.succeeded()
        return outcome.reply
      }
      const adapted = changes < MOST_CHANGES ? adapt(outcome, chat, dialect) : undefined
      if (adapted) {
        admission.succeeded()
        changes += 1
        if (adapted.isLasting) known = { ...known, ...adapted.change }
        else own = { ...own, ...adapted.change }
        continue
      }
      const { fault, againInMs } = judge(outcome)
      if (fault.kind === 'too-long') onTooLong(chat, outcome.refusal?.contextTokens)
      const pause = retryPausesMs[repeats]
      const waitMs = Math.max(pause ?? 0, againInMs ?? 0)
      const isLate = performance.now() + waitMs >= limit.endsAt
      if (againInMs === undefined || pause === undefined || isLate) throw fault
      await realClock.sleep(waitMs, limit.signal)
      repeats += 1
    }
  }

  return async (chat, limit) => {
    try {
      return await slots.run(() => converse(chat, limit), limit.signal)
    } catch (error) {
      if (error instanceof NotAdmittedError) {
        throw unreachable(`the model's endpoint ${error.message}`)
      }
      throw isTimeout(error) ? unreachable('the model did not reply within its time') : error
    }
  }
}

/** Opens a function that sends a prompt once; it rejects if the signal aborts before a reply began. */
function openWire({ url, model, apiKey, parallel, idleMs = IDLE_MS }: ChatOptions) {
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
  return async (chat: Chat, dialect: Dialect, signal: AbortSignal): Promise<Outcome> => {
    const body = chatRequest(model, chat, dialect)
    const call = { method: 'POST', body, headers, timeoutMs: 0 } as const
    let response: Dispatcher.ResponseData
    try {
      const request = buildRequest(base, { path: '/chat/completions', call })
      response = await pool.request({ ...request, signal })
    } catch (error) {
      signal.throwIfAborted()
      // The original error is left out, because its text may quote the request.
      return { code: errorCode(error) }
    }
    const { statusCode: status } = response
    if (status >= 200 && status < 300) {
      const mostBytes = BYTES_BESIDE + chat.maxTokens * BYTES_PER_TOKEN
      const mostCharacters = chat.maxTokens * CHARACTERS_PER_TOKEN
      const limits = { signal, idleMs, mostBytes, mostCharacters }
      const reply = await gatherChat(response.body, limits)
      return { status, reply, refusal: reply.refusal }
    }
    const refusal = readRefusal(await readError(response.body))
    signal.throwIfAborted()
    return { status, headers: response.headers, refusal }
  }
}

async function readError(body: Readable): Promise<unknown> {
  let text = ''
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      text += chunk.toString('utf8')
      if (text.length > MOST_ERROR_BYTES) break
    }
    return JSON.parse(text)
  } catch {
    // The status is known, even if the body is lost or no JSON.
    return text
  }
}

/** Adapts the dialect if the endpoint refused the format of a request. */
function adapt({ status, refusal }: Outcome, chat: Chat, dialect: Dialect) {
  if (!refusal || (status !== 400 && status !== 422)) return
  if (refusal.isTooLong || refusal.isFiltered) return
  return adaptDialect(dialect, refusal, { hasShape: chat.schema !== undefined })
}

function hasCome({ reply }: Outcome): boolean {
  return reply !== undefined && (reply.text !== '' || reply.hasThought || reply.end === 'refused')
}

export function tooLong(): ModelFault {
  return new ModelFault('too-long', 'the prompt is longer than the model takes')
}

export function refused(): ModelFault {
  return new ModelFault('refused', 'the model declined to do what it was asked')
}

function unreachable(message: string): ModelFault {
  return new ModelFault('unreachable', message)
}

function advice(status: number): string {
  if (status === 401 || status === 403) return '; check FOOTNOTE_LLM_KEY'
  if (status === 404) return '; check FOOTNOTE_LLM_URL and FOOTNOTE_LLM_MODEL'
  if (status === 402 || status === 429) return '; its account has nothing left to spend'
  return status >= 300 && status < 400 ? ', which leads elsewhere; check FOOTNOTE_LLM_URL' : ''
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
