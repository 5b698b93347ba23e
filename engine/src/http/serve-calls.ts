import type { Observation } from '@footnote/platform/observation'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createSlots } from '../create-slots.ts'
import type { ResearchOptions } from '../research.ts'
import type { Runs } from '../runs/open-runs.ts'
import type { WatchedEvent } from '../runs/run-events.ts'
import { createCallEvents, EVENT_HEADERS, eventText, type Listeners } from './call-events.ts'
import {
  badFields,
  callCancelled,
  shuttingDown,
  taskNotFound,
  tooBusy,
  toWireError,
  UNEXPECTED,
} from './wire-error.ts'

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
}: {
  callsAtOnce: number
  closed: AbortSignal
  reportFault: (error: unknown) => void
  observation: Pick<Observation, 'within'>
}): CallRunner {
  const running = new Map<string, AbortController>()
  const slots = createSlots(callsAtOnce, {
    inLine: callsAtOnce * IN_LINE_PER_CALL,
    refuse: tooBusy,
  })

  async function run(
    work: Work,
    { request, reply }: Exchange,
    { stop, ...listeners }: Listeners & { stop: AbortSignal },
  ): Promise<object> {
    const signal = AbortSignal.any([hangUpSignal(reply), closed, stop])
    try {
      const body = await slots.run(
        () =>
          observation.within(request.headers['traceparent'], () => work({ ...listeners, signal })),
        signal,
      )
      if (!stop.aborted) return body
    } catch (error) {
      if (!stop.aborted) throw closed.aborted ? shuttingDown() : error
    }
    // Also for a result that came at the last moment: the caller has already read that there is none.
    throw callCancelled()
  }

  async function runNamed(
    work: Work,
    exchange: Exchange,
    listeners: Listeners = {},
  ): Promise<object> {
    const name = exchange.request.headers['footnote-call']
    const stop = new AbortController()
    const options = { ...listeners, stop: stop.signal }
    if (typeof name !== 'string') return run(work, exchange, options)
    running.set(name, stop)
    try {
      return await run(work, exchange, options)
    } finally {
      running.delete(name)
    }
  }

  return {
    async serve(work, exchange) {
      // An addition to the wire, for callers that ask for it.
      if (!asksForEvents(exchange.request)) {
        return await runNamed(work, exchange)
      }
      const events = createCallEvents(exchange.reply)
      try {
        const body = await runNamed(work, exchange, events)
        return events.end({ status: 200, body })
      } catch (error) {
        const known = toWireError(error)
        if (!events.hasBegun()) throw error
        if (!known && !exchange.reply.raw.destroyed) reportFault(error)
        const { status, body } = known ?? UNEXPECTED
        return events.end({ status, body })
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
export function hangUpSignal({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController()
  raw.on('close', () => hungUp.abort())
  // A connection that closed before the listener was there emits nothing more.
  if (raw.destroyed) hungUp.abort()
  return hungUp.signal
}

function asksForEvents({ headers }: FastifyRequest): boolean {
  return headers['footnote-events'] === 'true'
}

const MOST_STREAMS = 1_000
const PING_MS = 15_000

export function createTaskStream({
  runs,
  closing,
  reportFault,
}: {
  runs: Runs
  closing: AbortSignal
  reportFault: (error: unknown) => void
}) {
  let open = 0
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { taskId } = request.params as { taskId: string }
    const after = readFromId(request.query)
    const run = await runs.find(taskId)
    if (!run) throw taskNotFound()
    if (request.method === 'HEAD') return reply.headers(EVENT_HEADERS).send()
    if (open >= MOST_STREAMS) throw tooBusy()
    const signal = AbortSignal.any([hangUpSignal(reply), closing])
    reply.hijack()
    open += 1
    try {
      const events = runs.watch({ id: taskId, after, signal })
      await writeEvents(reply, taskId, { events, hasContent: asksForEvents(request) })
    } catch (error) {
      // If the caller left or the engine is closing, the stream ends and can be resumed.
      if (!signal.aborted) reportFault(error)
    } finally {
      open -= 1
    }
    return reply
  }
}

async function writeEvents(
  reply: FastifyReply,
  taskId: string,
  { events, hasContent }: { events: AsyncIterable<WatchedEvent>; hasContent: boolean },
): Promise<void> {
  const { raw } = reply
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...EVENT_HEADERS })
  const write = (event: string, data: object, id?: number) =>
    raw.write(`${id === undefined ? '' : `id: ${id}\n`}${eventText(event, data)}`)
  write('connected', { task_id: taskId })
  const pings = setInterval(() => write('ping', {}), PING_MS)
  try {
    for await (const event of events) {
      if ('state' in event) write(event.state, { task_id: taskId, status: event.state })
      else if ('source' in event) {
        if (hasContent) write('source', event.source)
      } else if ('query' in event) {
        if (hasContent) write('query', { query: event.query })
      } else write(event.name, { stage: event.name, counts: event.counts }, event.id)
    }
  } finally {
    clearInterval(pings)
    raw.end()
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
