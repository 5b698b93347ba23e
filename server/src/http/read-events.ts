import type { Readable } from 'node:stream'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

interface EventReply {
  readonly statusCode: number
  stream(): Readable
}

/** Reads the events of a stream that the service opens to itself or to another instance; none if it is refused. */
export async function* readEvents(
  open: () => Promise<EventReply>,
): AsyncGenerator<{ id?: string; event: string; data: unknown }> {
  const messages: EventSourceMessage[] = []
  const parser = createParser({ onEvent: message => messages.push(message) })
  const decoder = new TextDecoder()
  try {
    const reply = await open()
    if (reply.statusCode !== 200) return
    for await (const chunk of reply.stream()) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      for (const { id, event = 'message', data } of messages.splice(0)) {
        yield { ...(id !== undefined && { id }), event, data: JSON.parse(data) }
      }
    }
  } catch {
    // The reader stopped or the stream broke off: either way there are no more events.
  }
}
