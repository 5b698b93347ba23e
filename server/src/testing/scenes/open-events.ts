interface ReceivedEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: unknown
}

export interface OpenEvents {
  readonly response: Response
  /** Returns the next event, or undefined when the stream has ended. */
  next(): Promise<ReceivedEvent | undefined>
  /** Returns all further events to the end of the stream. */
  rest(): Promise<ReceivedEvent[]>
  /** Everything received so far, unparsed. */
  text(): string
  hangUp(): void
}

interface Opening {
  readonly key?: string
  readonly cookie?: string
  readonly lastEventId?: string
  readonly requestId?: string
  /** Headers and body as a page sends them; a stream that starts something is opened by a POST. */
  readonly body?: object
}

/** Opens a stream of events, as a client or a page would. */
export async function openEvents(
  url: string,
  { key, cookie, lastEventId, requestId, body }: Opening,
): Promise<OpenEvents> {
  const connection = new AbortController()
  const response = await fetch(url, {
    signal: connection.signal,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      accept: 'text/event-stream',
      ...(requestId !== undefined && { 'footnote-request-id': requestId }),
      ...(body && { 'content-type': 'application/json', origin: new URL(url).origin }),
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
