import type { Readable } from 'node:stream'
import { isJsonObject } from '@footnote/contract/json-object'
import { createParser } from 'eventsource-parser'
import { TimeUpError } from './call-time.ts'

export interface ChatReply {
  /** The raw text, including thinking between tags. */
  readonly text: string
  /** The reason why it ended. */
  readonly end: 'whole' | 'length' | 'time' | 'lost' | 'garbled' | 'refused' | 'error'
  /** Whether the endpoint said that the model was thinking, apart from the text. */
  readonly hasThought: boolean
  readonly usage?: { readonly promptTokens: number; readonly replyTokens: number }
  /** The endpoint's error if it broke off. */
  readonly refusal?: Refusal
}

export interface GatherOptions {
  readonly signal: AbortSignal
  readonly idleMs: number
  /** Limits on the body and on its text, because later steps take time by length. */
  readonly mostBytes: number
  readonly mostCharacters: number
}

/** After its end, only the token count of a reply is still to come. */
const AFTER_END_MS = 1_000

/** Reads a reply to its end. Rejects only if the caller aborts. */
export async function gatherChat(body: Readable, options: GatherOptions): Promise<ChatReply> {
  let text = ''
  let hasThought = false
  let usage: ChatReply['usage']
  let refusal: Refusal | undefined
  let end: ChatReply['end'] | undefined
  let silence: NodeJS.Timeout | undefined

  function take(part: ChatPart): void {
    if (part.kind === 'text') {
      text += part.text
      if (text.length > options.mostCharacters) throw new TooLargeError()
    } else if (part.kind === 'thinking') hasThought = true
    else if (part.kind === 'refused') end = 'refused'
    else if (part.kind === 'end') end ??= part.isCut ? 'length' : 'whole'
    else if (part.kind === 'usage') usage = part
    else {
      end ??= 'error'
      refusal = part.refusal
    }
  }

  /** Counts from the first token: before it a model may think, or wait for its turn, in silence. */
  function expectMore(): void {
    clearTimeout(silence)
    const withinMs = end === undefined ? options.idleMs : AFTER_END_MS
    silence = setTimeout(() => body.destroy(new TimeUpError()), withinMs)
  }

  try {
    for await (const part of readChat(body, options)) {
      take(part)
      if (end === 'error' || (end !== undefined && usage)) break
      expectMore()
    }
  } catch (error) {
    end ??= whyBroken(error, options.signal)
  } finally {
    clearTimeout(silence)
  }
  return {
    text: text.slice(0, options.mostCharacters).toWellFormed(),
    end: end ?? 'lost',
    hasThought,
    ...(usage && { usage }),
    ...(refusal && { refusal }),
  }
}

function whyBroken(error: unknown, signal: AbortSignal): ChatReply['end'] {
  if (signal.aborted && !(signal.reason instanceof TimeUpError)) throw signal.reason
  if (signal.aborted || error instanceof TimeUpError) return 'time'
  // More bytes mean more tokens than allowed.
  if (error instanceof TooLargeError) return 'length'
  return error instanceof GarbledError ? 'garbled' : 'lost'
}

/** The parts of a reply, in order. */
export type ChatPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'end'; readonly isCut: boolean }
  | { readonly kind: 'usage'; readonly promptTokens: number; readonly replyTokens: number }
  | { readonly kind: 'error'; readonly refusal: Refusal }

const DONE = '[DONE]'

/** The reply is larger than it may be. */
export class TooLargeError extends Error {
  override name = 'TooLargeError'
}

/** Part of the stream is not a chat event, so the rest cannot be trusted. */
export class GarbledError extends Error {
  override name = 'GarbledError'
}

/**
 * Reads a stream of events, or one JSON body if the endpoint does not stream. The content type is often
 * wrong; JSON begins with a brace and events do not.
 */
export async function* readChat(
  body: AsyncIterable<Uint8Array>,
  { mostBytes }: { readonly mostBytes: number },
): AsyncGenerator<ChatPart> {
  const decoder = new TextDecoder()
  const events: string[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(data.trim()) })
  let bytes = 0
  let json: string | undefined
  let isBegun = false
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new TooLargeError()
    const text = decoder.decode(chunk, { stream: true })
    if (!isBegun && text.trim() !== '') {
      isBegun = true
      if (text.trimStart().startsWith('{')) json = ''
    }
    if (json !== undefined) json += text
    else parser.feed(text)
    yield* eventParts(events)
    if (events.includes(DONE)) return
  }
  // The last event need not be followed by anything.
  parser.feed('\n\n')
  yield* eventParts(events)
  if (json === undefined) return
  yield* partsOf(parse(json))
  // A whole body is whole, whether it says so or not.
  yield { kind: 'end', isCut: false }
}

/** Takes the events off the list, up to the one that says there are no more. */
function* eventParts(events: string[]): Generator<ChatPart> {
  while (events.length > 0 && events[0] !== DONE) {
    const data = events.shift() ?? ''
    if (data !== '') yield* partsOf(parse(data))
  }
  if (events[0] === DONE) yield { kind: 'end', isCut: false }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new GarbledError()
  }
}

function* partsOf(event: unknown): Generator<ChatPart> {
  if (!isJsonObject(event)) throw new GarbledError()
  if (event['error'] || event['object'] === 'error') {
    yield { kind: 'error', refusal: readRefusal(event) }
    return
  }
  const choice: unknown = Array.isArray(event['choices']) ? event['choices'][0] : undefined
  if (isJsonObject(choice)) {
    yield* messageParts(choice['delta'] ?? choice['message'])
    const reason = choice['finish_reason']
    if (reason === 'content_filter') yield { kind: 'refused' }
    else if (typeof reason === 'string') yield { kind: 'end', isCut: reason === 'length' }
  }
  yield* usageParts(event['usage'])
}

function* messageParts(message: unknown): Generator<ChatPart> {
  if (!isJsonObject(message)) return
  if (message['reasoning_content'] || message['reasoning']) yield { kind: 'thinking' }
  if (typeof message['refusal'] === 'string' && message['refusal'] !== '') yield { kind: 'refused' }
  const { content } = message
  if (typeof content === 'string') {
    if (content !== '') yield { kind: 'text', text: content }
  } else if (Array.isArray(content)) {
    for (const part of content) {
      if (!isJsonObject(part)) continue
      if (typeof part['text'] === 'string') yield { kind: 'text', text: part['text'] }
      else if (part['type'] === 'thinking') yield { kind: 'thinking' }
    }
  }
}

function* usageParts(usage: unknown): Generator<ChatPart> {
  if (!isJsonObject(usage)) return
  const promptTokens = Number(usage['prompt_tokens'])
  const replyTokens = Number(usage['completion_tokens'])
  if (promptTokens >= 0 && replyTokens >= 0) yield { kind: 'usage', promptTokens, replyTokens }
}

/** Reads an error body, in lower case. Used only for decisions, never in a message. */
export interface Refusal {
  readonly said: string
  readonly param: string | undefined
  readonly code: string
  /** The context length, if the endpoint states it. */
  readonly contextTokens: number | undefined
  readonly isTooLong: boolean
  readonly isFiltered: boolean
}

const MOST_CHARACTERS = 4_000

const TOO_LONG =
  /context[_ ](?:length|size|window)|maximum context|prompt (?:is )?too long|input (?:is )?too long|input tokens exceed|exceeds? the (?:available|maximum) context|exceed_context_size|when context the overflows|too many tokens/
const STATED = [
  /maximum context length (?:is|of) (\d+)/,
  /available context size \((\d+)/,
  /context (?:length|size|window) (?:is|of)(?: only)? (\d+)/,
  /configured limit of (\d+)/,
]

/** Endpoints wrap an error in `error`, call it `detail`, or lay it out flat. */
export function readRefusal(body: unknown): Refusal {
  const outer = isJsonObject(body) ? body : {}
  const error = isJsonObject(outer['error']) ? outer['error'] : outer
  const message = error['message'] ?? outer['error'] ?? outer['detail'] ?? body
  const text = typeof message === 'string' ? message : (JSON.stringify(message) ?? '')
  const code = [error['code'], error['type']].filter(part => typeof part === 'string').join(' ')
  const said = `${code} ${text.slice(0, MOST_CHARACTERS)}`
    .toLowerCase()
    .replace(/(\d),(?=\d)/g, '$1')
  return {
    said,
    code,
    param: typeof error['param'] === 'string' ? error['param'] : undefined,
    contextTokens: statedTokens(error['n_ctx'], said),
    isTooLong: TOO_LONG.test(said),
    isFiltered: /content_filter|content_policy|content management policy/.test(said),
  }
}

function statedTokens(field: unknown, said: string): number | undefined {
  if (typeof field === 'number' && field > 0) return field
  for (const pattern of STATED) {
    const stated = pattern.exec(said)?.[1]
    if (stated !== undefined) return Number(stated)
  }
  return undefined
}
