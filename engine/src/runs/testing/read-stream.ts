import { KEY } from './engine-client.ts'

export interface StreamedEvent {
  readonly event: string
  readonly id?: string
  readonly data: unknown
}

export interface OpenedStream {
  readonly response: Response
  /** The next event; undefined when the stream has ended. */
  next(): Promise<StreamedEvent | undefined>
  /** All events that are still to come. */
  rest(): Promise<StreamedEvent[]>
  hangUp(): void
}

/** Opens a task's stream, or that of a call, as a client of the wire would. */
export async function openStream(
  url: string,
  { headers, ...init }: RequestInit = {},
): Promise<OpenedStream> {
  const connection = new AbortController()
  const response = await fetch(url, {
    ...init,
    headers: { 'x-api-key': KEY, ...headers },
    signal: connection.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''

  async function next(): Promise<StreamedEvent | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        return parse(block)
      }
      const chunk = await reader?.read()
      if (chunk?.value === undefined) return undefined
      text += chunk.value
    }
  }

  async function rest(): Promise<StreamedEvent[]> {
    const events: StreamedEvent[] = []
    for (let event = await next(); event; event = await next()) events.push(event)
    return events
  }

  return { response, next, rest, hangUp: () => connection.abort() }
}

function parse(block: string): StreamedEvent {
  const fields = block.split('\n').map((line): [string, unknown] => {
    const [name = '', ...rest] = line.split(': ')
    const value = rest.join(': ')
    return [name, name === 'data' ? JSON.parse(value) : value]
  })
  return Object.fromEntries(fields) as unknown as StreamedEvent
}
