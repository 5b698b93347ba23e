import type { Observation } from '@footnote/platform/observation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createSlots } from '../create-slots.ts'
import type { Pages } from '../pages.ts'
import type { Research, ResearchOptions } from '../research.ts'
import type { Runs } from '../runs/open-runs.ts'
import {
  badFields,
  callCancelled,
  shuttingDown,
  taskNotFound,
  tooBusy,
  toWireError,
  UNEXPECTED,
} from './wire-error.ts'

export interface HttpDependencies {
  readonly research: Research
  readonly pages: Pages
  readonly runs: Runs
  readonly sources: () => object
  /** Synchronous calls that run at once. */
  readonly callsAtOnce: number
  /** Aborts when the engine takes nothing new. */
  readonly closing: AbortSignal
  /** Aborts when the calls in flight have had their time. */
  readonly closed: AbortSignal
  readonly reportFault: (error: unknown) => void
  readonly observation: Pick<Observation, 'within'>
}

export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** The work of a call; resolves to the body of its reply. */
type Work = (options: ResearchOptions & { readonly signal: AbortSignal }) => Promise<object>

export interface CallRunner {
  /** Runs a call for as long as its caller waits, and replies with its body or with events. */
  serve(work: Work, exchange: Exchange): Promise<object>
  /** Stops the call that was sent under this name; returns whether its reply will say so. */
  cancel(name: string): boolean
}

/** A caller behind more others than this gets 429 at once instead of a long wait. */
const IN_LINE_PER_CALL = 4

export function createCallRunner({
  callsAtOnce,
  closed,
  reportFault,
  observation,
}: HttpDependencies): CallRunner {
  const running = new Map<string, AbortController>()
  const slots = createSlots(callsAtOnce, {
    inLine: callsAtOnce * IN_LINE_PER_CALL,
    refuse: tooBusy,
  })

  async function run(
    work: Work,
    { request, reply }: Exchange,
    { stop, events }: { stop: AbortSignal; events: EventStream | undefined },
  ): Promise<object> {
    const signal = AbortSignal.any([hangUpSignal(reply), closed, stop])
    const listeners =
      events &&
      ({
        onProgress: ({ stage, counts }) => events.write('progress', { stage, counts }),
        onSource: ({ url, title }) => events.write('source', { url, title }),
        onQuery: query => events.write('query', { query }),
      } satisfies ResearchOptions)
    const trace = request.headers['traceparent']
    try {
      const body = await slots.run(
        () => observation.within(trace, () => work({ ...listeners, signal })),
        signal,
      )
      if (!stop.aborted) return body
    } catch (error) {
      if (!stop.aborted) throw closed.aborted ? shuttingDown() : error
    }
    // Also for a result that came at the last moment: the caller has already read that there is none.
    throw callCancelled()
  }

  return {
    async serve(work, exchange) {
      const { request, reply } = exchange
      const name = String(request.headers['footnote-call'] ?? '')
      const stop = new AbortController()
      // Events are an addition to the wire, for callers that ask for them.
      const events = asksForEvents(request) ? createEventStream(reply) : undefined
      if (name !== '') running.set(name, stop)
      try {
        const body = await run(work, exchange, { stop: stop.signal, events })
        // Without any event before, the reply is plain JSON.
        return events?.hasBegun() ? events.end({ status: 200, body }) : body
      } catch (error) {
        if (!events?.hasBegun()) throw error
        const known = toWireError(error)
        if (!known && !reply.raw.destroyed) reportFault(error)
        const { status, body } = known ?? UNEXPECTED
        return events.end({ status, body })
      } finally {
        running.delete(name)
      }
    },
    cancel(name) {
      const stop = running.get(name)
      stop?.abort()
      return stop !== undefined
    },
  }
}

/** Returns a signal that aborts when the caller closes the connection. */
function hangUpSignal({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController()
  raw.on('close', () => hungUp.abort())
  // A connection that closed before the listener was there emits nothing more.
  if (raw.destroyed) hungUp.abort()
  return hungUp.signal
}

function asksForEvents({ headers }: FastifyRequest): boolean {
  return headers['footnote-events'] === 'true'
}

type EventStream = ReturnType<typeof createEventStream>

const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Buffering proxies would hold progress back until the end.
  'x-accel-buffering': 'no',
}

/** Begins a stream with the first event, so that a refusal before it has its own status. */
function createEventStream(reply: FastifyReply) {
  const { raw } = reply
  let isOpen = false

  function write(event: string, data: object, id?: number): void {
    if (!isOpen) {
      reply.hijack()
      raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...EVENT_HEADERS })
    }
    isOpen = true
    const text = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    raw.write(id === undefined ? text : `id: ${id}\n${text}`)
  }

  return {
    hasBegun: () => isOpen,
    write,
    /** Ends the stream, with the reply of a call as its last event. */
    end(last?: { readonly status: number; readonly body: object }): FastifyReply {
      if (last) write('reply', last)
      raw.end()
      return reply
    },
  }
}

const MOST_STREAMS = 1_000
const PING_MS = 15_000

export function createTaskStream({ runs, closing, reportFault }: HttpDependencies) {
  let open = 0
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { taskId: id } = request.params as { taskId: string }
    const after = readFromId(request.query)
    if (!(await runs.find(id))) throw taskNotFound()
    if (request.method === 'HEAD') return reply.headers(EVENT_HEADERS).send()
    if (open >= MOST_STREAMS) throw tooBusy()
    const signal = AbortSignal.any([hangUpSignal(reply), closing])
    const { write, end } = createEventStream(reply)
    const hasContent = asksForEvents(request)
    write('connected', { task_id: id })
    const pings = setInterval(() => write('ping', {}), PING_MS)
    open += 1
    try {
      for await (const event of runs.watch({ id, after, signal })) {
        if ('state' in event) write(event.state, { task_id: id, status: event.state })
        else if ('name' in event) {
          write(event.name, { stage: event.name, counts: event.counts }, event.id)
        } else if (!hasContent) continue
        else if ('source' in event) write('source', event.source)
        else write('query', event)
      }
    } catch (error) {
      // If the caller left or the engine is closing, the stream ends and can be resumed.
      if (!signal.aborted) reportFault(error)
    } finally {
      clearInterval(pings)
      open -= 1
    }
    return end()
  }
}

/** Reads the number of the last event that the caller has. */
function readFromId(query: unknown): bigint {
  const { from_id: value = '0' } = query as { from_id?: unknown }
  if (typeof value === 'string' && /^\d{1,18}$/.test(value)) return BigInt(value)
  throw badFields([
    { type: 'int_parsing', loc: ['query', 'from_id'], msg: 'Input should be a whole number' },
  ])
}
