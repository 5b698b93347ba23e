import type { FastifyReply } from 'fastify'
import { ApiError } from '../../api-error.ts'
import { type TaskEvent, watchTask } from '../../tasks/watch-task.ts'
import type { FreeRoute } from '../route.ts'

const MOST_PER_ACCOUNT = 100
const HEARTBEAT_MS = 15_000
const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies that buffer would hold progress back until the end.
  'x-accel-buffering': 'no',
}

export function createTaskEvents(): FreeRoute {
  /** How many streams each account has open. */
  const open = new Map<string, number>()

  function count(accountId: string, change: 1 | -1): void {
    const streams = (open.get(accountId) ?? 0) + change
    if (streams > MOST_PER_ACCOUNT) {
      throw new ApiError('SERVICE_UNAVAILABLE', {
        message: `An account may watch ${MOST_PER_ACCOUNT} tasks at once; close a stream, or poll.`,
      })
    }
    if (streams === 0) open.delete(accountId)
    else open.set(accountId, streams)
  }

  return async (deps, { accountId }, request, reply) => {
    const { task_id: taskId } = request.params as { task_id: string }
    const hungUp = new AbortController()
    request.raw.on('close', () => hungUp.abort())
    // Whoever hung up before the listener stood is not heard of again.
    if (request.raw.destroyed) hungUp.abort()
    const signal = AbortSignal.any([hungUp.signal, deps.closing])
    const lastEventId = readEventId(request.headers['last-event-id'])
    const events = await watchTask(deps.tasks, { taskId, accountId }, { lastEventId, signal })
    if (request.method === 'HEAD') return reply.headers(EVENT_HEADERS).send()
    count(accountId, 1)
    reply.hijack()
    try {
      await writeEvents(reply, events)
    } catch (error) {
      // When the caller left or the service is closing, the stream just ends, to be resumed.
      if (!signal.aborted) deps.reportFault(error)
    } finally {
      count(accountId, -1)
    }
    return reply
  }
}

async function writeEvents(reply: FastifyReply, events: AsyncGenerator<TaskEvent>): Promise<void> {
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    ...EVENT_HEADERS,
  })
  raw.flushHeaders()
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), HEARTBEAT_MS)
  try {
    for await (const { event, data, ...rest } of events) {
      const id = 'id' in rest ? `id: ${rest.id}\n` : ''
      raw.write(`${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
}

function readEventId(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : undefined
}
