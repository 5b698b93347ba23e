import type { FastifyReply } from 'fastify'
import { type TaskEvent, watchTask } from '../../tasks/watch-task.ts'
import type { FreeRoute } from '../route.ts'

const HEARTBEAT_MS = 15_000
const EVENT_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Proxies that buffer would hold progress back until the end.
  'x-accel-buffering': 'no',
}

export const taskEvents: FreeRoute = async (deps, { accountId }, request, reply) => {
  const { task_id: taskId } = request.params as { task_id: string }
  const hungUp = new AbortController()
  request.raw.on('close', () => hungUp.abort())
  // Whoever hung up before the listener stood is not heard of again.
  if (request.raw.destroyed) hungUp.abort()
  const signal = AbortSignal.any([hungUp.signal, deps.closing])
  const lastEventId = header(request.headers['last-event-id'])
  const events = await watchTask(deps.tasks, { taskId, accountId }, { lastEventId, signal })
  if (request.method === 'HEAD') return reply.headers(EVENT_HEADERS).send()
  reply.hijack()
  await writeEvents(reply, events, signal)
  return reply
}

async function writeEvents(
  reply: FastifyReply,
  events: AsyncGenerator<TaskEvent>,
  signal: AbortSignal,
): Promise<void> {
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
  } catch (error) {
    // The caller left, or the service is closing: either way the stream just ends, to be resumed.
    if (!signal.aborted) throw error
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
}

function header(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : undefined
}
