import { createParser, type EventSourceMessage } from 'eventsource-parser'
import {
  countsIn,
  type FoundEvent,
  isStageName,
  parseObject,
  readFound,
} from '../upstream/call-events.ts'

export type Progress = StageEvent | (FoundEvent & { readonly id?: never })

interface StageEvent {
  readonly event: 'progress'
  /** The upstream's number of the event, to resume after. */
  readonly id?: string
  readonly data: { readonly stage: string; readonly counts: Readonly<Record<string, number>> }
}

const LAST_EVENTS = new Set([
  'response.done',
  'complete',
  'completed',
  'error',
  'failed',
  'cancelled',
])
const SILENT_EVENTS = new Set(['connected', 'ping', 'message'])
const MOST_EVENT_CHARACTERS = 4 * 1024 * 1024

/**
 * Reads the upstream's progress without anything that could hold content: only the name and counts
 * of each event stay, the address and title of a source, and the text of a query. Ends with the upstream's
 * last event, or before one that has no end.
 */
export async function* readProgress(stream: AsyncIterable<Buffer>): AsyncGenerator<Progress> {
  const messages: EventSourceMessage[] = []
  let isTooLong = false
  const parser = createParser({
    onEvent: message => messages.push(message),
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded'
    },
    maxBufferSize: MOST_EVENT_CHARACTERS,
  })
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    for (const message of messages.splice(0)) {
      const stage = message.event ?? 'message'
      if (LAST_EVENTS.has(stage)) return
      if (SILENT_EVENTS.has(stage) || !isStageName(stage)) continue
      const data = parseObject(message.data)
      yield readFound(stage, data) ?? {
        event: 'progress',
        ...(isNumber(message.id) && { id: message.id }),
        data: { stage, counts: countsIn(data) },
      }
    }
    if (isTooLong) return
  }
}

/** Returns whether an event comes after another, by their numbers. */
export function isAfter(id: string, other: string): boolean {
  return BigInt(id) > BigInt(other)
}

function isNumber(id: string | undefined): id is string {
  return id !== undefined && /^\d{1,18}$/.test(id)
}
