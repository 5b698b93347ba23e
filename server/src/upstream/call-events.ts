import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { limits } from '@footnote/contract/limits'
import { createParser } from 'eventsource-parser'

/** A step of a call that its caller may see while it runs. */
export type CallEvent =
  | {
      readonly event: 'progress'
      readonly data: { readonly stage: string; readonly counts: Readonly<Record<string, number>> }
    }
  | { readonly event: 'source'; readonly data: { readonly url: string; readonly title: string } }

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

/** Reads a call of our engine, which sends its progress and its sources before the reply. */
export function createEventsReader(onEvent: (event: CallEvent) => void): EventsReader {
  let reply: { status: number; body: unknown } | undefined
  const decoder = new TextDecoder()
  const parser = createParser({
    onEvent({ event, data: text }) {
      const data = parseObject(text)
      if (event === 'progress') readProgress(data, onEvent)
      else if (event === 'source') readSource(data, onEvent)
      else if (event === 'reply' && typeof data['status'] === 'number') {
        reply = { status: data['status'], body: data['body'] }
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

/** Leaves out addresses that are too long or that no browser should open. */
function readSource({ url, title }: JsonObject, onEvent: (event: CallEvent) => void): void {
  if (typeof url !== 'string' || typeof title !== 'string') return
  if (url.length > limits.streamedUrlCharacters || !/^https?:\/\//i.test(url)) return
  const short = title.slice(0, limits.streamedTitleCharacters).toWellFormed()
  onEvent({ event: 'source', data: { url: url.toWellFormed(), title: short } })
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
