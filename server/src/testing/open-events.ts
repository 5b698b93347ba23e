interface ReceivedEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: unknown
}

export interface OpenEvents {
  readonly response: Response
  /** The next event; undefined when the stream has ended. */
  next(): Promise<ReceivedEvent | undefined>
  /** All events that are still to come, to the end of the stream. */
  rest(): Promise<ReceivedEvent[]>
  /** Everything received so far, as it came. */
  text(): string
  hangUp(): void
}

/** Opens a stream of events, of a task or of a website's call, as a client or a page would. */
export async function openEvents(
  url: string,
  { key, cookie, lastEventId }: { key?: string; cookie?: string; lastEventId?: string },
): Promise<OpenEvents> {
  const connection = new AbortController()
  const response = await fetch(`${url}/events`, {
    signal: connection.signal,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(cookie !== undefined && { cookie }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let read = 0

  async function next(): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n', read)
      if (end >= 0) {
        const block = text.slice(read, end)
        read = end + 2
        if (!block.startsWith(':')) return parseEvent(block)
        continue
      }
      const chunk = await reader?.read()
      if (chunk?.value === undefined) return undefined
      text += chunk.value
    }
  }

  async function rest(): Promise<ReceivedEvent[]> {
    const events: ReceivedEvent[] = []
    for (let event = await next(); event; event = await next()) events.push(event)
    return events
  }

  return { response, next, rest, text: () => text, hangUp: () => connection.abort() }
}

function parseEvent(block: string): ReceivedEvent {
  const fields = block.split('\n').map(line => {
    const [name = '', ...rest] = line.split(': ')
    const value = rest.join(': ')
    return [name, name === 'data' ? JSON.parse(value) : value]
  })
  return Object.fromEntries(fields)
}
