import { isJsonObject } from '@footnote/contract/json-object'
import { createParser } from 'eventsource-parser'
import { type Refusal, readRefusal } from './read-refusal.ts'

/** What a reply consists of, in the order that it comes. */
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

/** Something in between is no part of a chat: what follows cannot be trusted to continue it. */
export class GarbledError extends Error {
  override name = 'GarbledError'
}

/**
 * Reads a stream of events, or one JSON body where the endpoint does not stream. What it says about
 * its type is often wrong; JSON begins with a brace and events do not.
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
