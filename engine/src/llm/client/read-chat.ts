import type { Readable } from 'node:stream'
import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { createParser } from 'eventsource-parser'

export interface ChatReply {
  /** The raw text, including thinking between tags. */
  readonly text: string
  /** The reason why it ended. */
  readonly end: 'whole' | 'length' | 'time' | 'lost' | 'garbled' | 'refused' | 'error'
  /** Whether the endpoint said that the model was thinking, apart from the text. */
  readonly hasThought: boolean
  /** Tokens of the prompt and the reply, if the endpoint counts them. */
  readonly usedTokens?: number
  /** The endpoint's error if it broke off. */
  readonly refusal?: Refusal
}

type OpenReply = { -readonly [Key in keyof Omit<ChatReply, 'end'>]: ChatReply[Key] } & {
  end?: ChatReply['end']
}

export interface GatherOptions {
  readonly signal: AbortSignal
  /** Longest silence between two tokens. */
  readonly idleMs: number
  /** Limits on the body and on its text, because later steps take time by length. */
  readonly mostBytes: number
  readonly mostCharacters: number
}

/** After its end, only the token count of a reply is still to come. */
const AFTER_END_MS = 1_000

/**
 * Reads a stream of events, or one JSON body if the endpoint does not stream. The content type is often
 * wrong; JSON begins with a brace and events do not. Rejects only if the caller aborts.
 */
export async function gatherChat(body: Readable, options: GatherOptions): Promise<ChatReply> {
  const { signal, idleMs, mostBytes, mostCharacters } = options
  const reply: OpenReply = { text: '', hasThought: false }
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent: ({ data }) => take(data.trim()) })
  let isOver = false
  let bytes = 0
  let json = ''
  let isJson: boolean | undefined
  let silence: NodeJS.Timeout | undefined

  function finish(end: ChatReply['end']): void {
    reply.end ??= end
    isOver = true
  }

  function take(data: string): void {
    if (isOver || data === '') return
    const event = data === '[DONE]' ? 'done' : parse(data)
    if (event === 'done') finish('whole')
    else if (!isJsonObject(event)) finish('garbled')
    else takeEvent(reply, event)
    if (reply.refusal) finish('error')
    const isCounted = reply.end !== undefined && reply.usedTokens !== undefined
    if (isCounted || reply.text.length > mostCharacters) isOver = true
  }

  /** Counts from the first token: before it, a model may think or wait for its turn in silence. */
  function expectMore(): void {
    if (reply.text === '' && !reply.hasThought && reply.end === undefined) return
    clearTimeout(silence)
    const withinMs = reply.end === undefined ? idleMs : AFTER_END_MS
    silence = setTimeout(() => body.destroy(new DOMException('silence', 'TimeoutError')), withinMs)
  }

  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > mostBytes) finish('length')
      const text = decoder.decode(chunk, { stream: true })
      if (text.trim() !== '') isJson ??= text.trimStart().startsWith('{')
      if (isJson) json += text
      else parser.feed(text)
      if (isOver) break
      expectMore()
    }
    // The last event need not be followed by anything.
    if (isJson) take(json)
    else parser.feed('\n\n')
    if (isJson) finish('whole')
  } catch (error) {
    if (signal.aborted && !isTimeout(signal.reason)) throw signal.reason
    reply.end ??= signal.aborted || isTimeout(error) ? 'time' : 'lost'
  } finally {
    clearTimeout(silence)
  }
  const { text, hasThought, end = 'lost' } = reply
  if (text.length <= mostCharacters) return { ...reply, text: text.toWellFormed(), end }
  // The endpoint may count more tokens than it was allowed to use.
  return { text: text.slice(0, mostCharacters).toWellFormed(), hasThought, end: 'length' }
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

function takeEvent(reply: OpenReply, event: JsonObject): void {
  if (event['error'] || event['object'] === 'error') {
    reply.refusal = readRefusal(event)
    return
  }
  const { choices, usage } = event
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  if (isJsonObject(choice)) {
    const message = choice['delta'] ?? choice['message']
    if (isJsonObject(message)) takeMessage(reply, message)
    const reason = choice['finish_reason']
    if (reason === 'content_filter') reply.end = 'refused'
    else if (typeof reason === 'string') reply.end ??= reason === 'length' ? 'length' : 'whole'
  }
  if (!isJsonObject(usage)) return
  const used = Number(usage['prompt_tokens']) + Number(usage['completion_tokens'])
  if (used >= 0) reply.usedTokens = used
}

function takeMessage(reply: OpenReply, message: JsonObject): void {
  const { content, refusal } = message
  if (message['reasoning_content'] || message['reasoning']) reply.hasThought = true
  if (typeof refusal === 'string' && refusal !== '') reply.end = 'refused'
  if (typeof content === 'string') reply.text += content
  for (const part of Array.isArray(content) ? content.filter(isJsonObject) : []) {
    if (typeof part['text'] === 'string') reply.text += part['text']
    else if (part['type'] === 'thinking') reply.hasThought = true
  }
}

/** An endpoint's error, in lower case. Used only for decisions, never in a message. */
export interface Refusal {
  readonly said: string
  readonly param: string | undefined
  /** The context length, if the endpoint states it. */
  readonly contextTokens: number | undefined
  readonly isTooLong: boolean
  readonly isFiltered: boolean
}

const MOST_CHARACTERS = 4_000
const TOO_LONG =
  /context[_ ](?:length|size|window)|maximum context|prompt (?:is )?too long|input (?:is )?too long|input tokens exceed|exceeds? the (?:available|maximum) context|exceed_context_size|when context the overflows|too many tokens/
const STATED =
  /(?:maximum context length (?:is|of) |available context size \(|context (?:length|size|window) (?:is|of)(?: only)? |configured limit of )(\d+)/

/** Reads an error body: endpoints wrap it in `error`, call it `detail`, or write it flat. */
export function readRefusal(body: unknown): Refusal {
  const outer = isJsonObject(body) ? body : {}
  const error = isJsonObject(outer['error']) ? outer['error'] : outer
  const message = error['message'] ?? outer['error'] ?? outer['detail'] ?? body
  const text = typeof message === 'string' ? message : (JSON.stringify(message) ?? '')
  const code = [error['code'], error['type']].filter(part => typeof part === 'string').join(' ')
  const said = `${code} ${text.slice(0, MOST_CHARACTERS)}`
    .toLowerCase()
    .replace(/(\d),(?=\d)/g, '$1')
  const stated = Number(error['n_ctx'] ?? STATED.exec(said)?.[1])
  return {
    said,
    param: typeof error['param'] === 'string' ? error['param'] : undefined,
    contextTokens: stated > 0 ? stated : undefined,
    isTooLong: TOO_LONG.test(said),
    isFiltered: /content_filter|content_policy|content management policy/.test(said),
  }
}
