import type { FastifyReply } from 'fastify'
import type { ModelOutcome } from './run-model.ts'

interface Writing {
  /** The lines of a good reply. */
  lines(body: unknown): Iterable<string>
  /** The last data of a stream that has begun and fails. */
  failure(outcome: ModelOutcome): object
  /** Answers with the error’s own status, while nothing has been sent. */
  refuse(outcome: ModelOutcome): FastifyReply
}

/** Refusals come at once; only a call that runs longer gets a stream before its outcome is known. */
const PATIENCE_MS = 2_000
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ': still here\n\n'

/** Streams a reply once it is there, with heartbeats until then that keep proxies from cutting it. */
export async function writeStream(
  reply: FastifyReply,
  result: Promise<ModelOutcome>,
  { lines, failure, refuse }: Writing,
): Promise<FastifyReply> {
  const { raw } = reply
  let heartbeat: NodeJS.Timeout | undefined
  const begin = () => {
    if (raw.headersSent || raw.destroyed) return
    reply.hijack()
    const headers = reply.getHeaders() as Record<string, string>
    raw.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    })
    raw.write(HEARTBEAT)
    heartbeat = setInterval(() => raw.write(HEARTBEAT), HEARTBEAT_MS)
  }
  const patience = setTimeout(begin, PATIENCE_MS)
  raw.once('close', () => clearInterval(heartbeat))
  try {
    const outcome = await result
    // The client has left. Its reply waits for the same request.
    if (raw.destroyed) return reply.hijack()
    if (outcome.status !== 200 && !raw.headersSent) return refuse(outcome)
    begin()
    if (outcome.status === 200) for (const line of lines(outcome.body)) raw.write(line)
    else raw.write(`data: ${JSON.stringify(failure(outcome))}\n\n`)
    return reply
  } finally {
    clearTimeout(patience)
    clearInterval(heartbeat)
    if (raw.headersSent) raw.end()
  }
}
