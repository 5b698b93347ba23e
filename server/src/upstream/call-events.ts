import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { limits } from '@footnote/contract/limits'
import { createParser } from 'eventsource-parser'

/** A step of a call that its caller may see while it runs. */
export type CallEvent =
  | {
      readonly event: 'progress'
      readonly data: { readonly stage: string; readonly counts: Readonly<Record<string, number>> }
    }
  | FoundEvent

/** A step that has content, which is in memory alone. */
export type FoundEvent = SourceEvent | QueryEvent

interface QueryEvent {
  readonly event: 'query'
  readonly data: { readonly query: string }
}

interface SourceEvent {
  readonly event: 'source'
  readonly data: { readonly url: string; readonly title: string }
}

/** Takes the chunks of a reply that comes as events, and returns its last event, the reply itself. */
export interface EventsReader {
  feed(chunk: Buffer): void
  reply(): { status: number; body: unknown } | undefined
}

const STAGE = /^[A-Za-z][\w.-]{0,63}$/
/** Counts that cannot reveal the question; other numbers might. */
const COUNTED = new Set(
  (
    'agents claims documents elapsed_ms pages passages percent queries results rounds searches ' +
    'sections sources steps tokens'
  ).split(' '),
)

export function isStageName(name: string): boolean {
  return STAGE.test(name)
}

/** Reads the counts of an event, and nothing else of it. */
export function countsIn(data: JsonObject): Record<string, number> {
  const { counts } = data
  const all = { ...data, ...(isJsonObject(counts) && counts) }
  const known = Object.entries(all).filter(
    (entry): entry is [string, number] => COUNTED.has(entry[0]) && Number.isSafeInteger(entry[1]),
  )
  return Object.fromEntries(known)
}

/** Reads a call of our engine, which sends its progress, queries and sources before the reply. */
export function createEventsReader(onEvent: (event: CallEvent) => void): EventsReader {
  let reply: { status: number; body: unknown } | undefined
  const decoder = new TextDecoder()
  const parser = createParser({
    onEvent({ event, data: text }) {
      const data = parseObject(text)
      if (event === 'progress') readProgress(data, onEvent)
      else if (event === 'reply' && typeof data['status'] === 'number') {
        reply = { status: data['status'], body: data['body'] }
      } else {
        const found = readFound(event, data)
        if (found) onEvent(found)
      }
    },
  })
  return {
    feed: chunk => parser.feed(decoder.decode(chunk, { stream: true })),
    reply: () => reply,
  }
}

function readProgress(data: JsonObject, onEvent: (event: CallEvent) => void): void {
  const { stage } = data
  if (typeof stage !== 'string' || !isStageName(stage)) return
  onEvent({ event: 'progress', data: { stage, counts: countsIn(data) } })
}

/** Reads a query or a source; undefined for any other event. */
export function readFound(event: string | undefined, data: JsonObject): FoundEvent | undefined {
  if (event === 'source') return readSource(data)
  const { query } = data
  if (event !== 'query' || typeof query !== 'string') return undefined
  return { event, data: { query: shorten(query) } }
}

/** Leaves out addresses that are too long or that no browser should open. */
function readSource({ url, title }: JsonObject): SourceEvent | undefined {
  if (typeof url !== 'string' || typeof title !== 'string') return undefined
  if (url.length > limits.streamedUrlCharacters || !/^https?:\/\//i.test(url)) return undefined
  return { event: 'source', data: { url: url.toWellFormed(), title: shorten(title) } }
}

function shorten(text: string): string {
  return text.slice(0, limits.streamedTitleCharacters).toWellFormed()
}

/** Returns an empty object for anything that is not a JSON object. */
export function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}
