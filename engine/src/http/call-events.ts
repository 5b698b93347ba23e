import type { FastifyReply } from 'fastify'
import type { ResearchOptions } from '../research.ts'

export type Listeners = Pick<ResearchOptions, 'onProgress' | 'onSource' | 'onQuery'>

/** The events of one call, and its reply as the last of them. */
interface CallEvents extends Required<Listeners> {
  hasBegun(): boolean
  /** Ends the stream with the reply; without any event before, the reply is plain JSON. */
  end(reply: { status: number; body: object }): object
}

export const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Buffering proxies would hold progress back until the end.
  'x-accel-buffering': 'no',
}

/** Begins a stream with the first event, so that a refusal before it has its own status. */
export function createCallEvents(reply: FastifyReply): CallEvents {
  const { raw } = reply
  let isOpen = false

  function write(event: string, data: object): void {
    if (!isOpen) {
      reply.hijack()
      raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...EVENT_HEADERS })
    }
    isOpen = true
    raw.write(eventText(event, data))
  }

  return {
    onProgress: ({ stage, counts }) => write('progress', { stage, counts }),
    onSource: ({ url, title }) => write('source', { url, title }),
    onQuery: query => write('query', { query }),
    hasBegun: () => isOpen,
    end({ status, body }) {
      if (!isOpen) return body
      write('reply', { status, body })
      raw.end()
      return reply
    },
  }
}

export function eventText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
