import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callPath } from '../calls/call-path.ts'
import { FORWARDED, forwardCall, forwardStream, hopOf, tellOutcome } from '../calls/forward-call.ts'
import { checkLater, type Elsewhere } from '../calls/read-call.ts'
import { passedOnAuthorization } from './authenticate-request.ts'
import { readEvents } from './read-events.ts'
import { trackReply } from './track-reply.ts'
import type { WriteEvents } from './write-events.ts'

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** The id of this instance. */
  readonly instanceId: string
}

/** Longer than a poll of the upstream, which the other instance may have to wait for. */
const FORWARD_MS = 40_000

/** Lets the instance that has the call answer, at the path that was asked for. */
export async function passCallOn(
  { url }: Elsewhere,
  { request, reply, instanceId }: Exchange,
): Promise<object> {
  const { method, headers } = request
  const { 'footnote-acknowledge': acknowledge } = headers
  const forwarded = await forwardCall(url, {
    method,
    instanceId,
    path: request.url,
    headers: {
      ...credentials(headers),
      ...(acknowledge !== undefined && { 'footnote-acknowledge': String(acknowledge) }),
    },
    patienceMs: FORWARD_MS,
  })
  trackHop(url, forwarded.hop, reply)
  return replyWith(forwarded, reply)
}

/** Lets the instance that has the call stream it, also to a page, at the path that the page asked for. */
export async function passStreamOn(
  { call, url }: Elsewhere,
  {
    accountId,
    after,
    ...exchange
  }: Exchange & { readonly accountId: string; readonly after: number | undefined },
  { writeEvents, reportFault }: { writeEvents: WriteEvents; reportFault: (error: unknown) => void },
): Promise<FastifyReply> {
  const { request, reply, instanceId } = exchange
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  const { method, headers } = request.raw
  const forwarded = await forwardStream(
    url,
    {
      method: 'GET',
      instanceId,
      path: method === 'POST' ? callPath(call.request_id) : request.url,
      headers: {
        ...credentials(headers),
        ...(after !== undefined && { 'last-event-id': `${call.request_id}:${after}` }),
        accept: 'text/event-stream',
      },
      patienceMs: FORWARD_MS,
    },
    left.signal,
  )
  if (!(forwarded instanceof Response)) return reply.send(replyWith(forwarded, reply))
  trackHop(url, hopOf(forwarded), reply)
  const { status: statusCode, body } = forwarded
  const stream = () => (body ? Readable.fromWeb(body as ReadableStream) : Readable.from([]))
  const open = async () => readEvents(async () => ({ statusCode, stream }))
  return writeEvents({ accountId, ...exchange }, { open, reportFault })
}

/** The result counts as delivered once the client of this instance has it. */
function trackHop(url: string, hop: string | undefined, reply: FastifyReply): void {
  if (hop !== undefined) trackReply(reply, isWhole => void tellOutcome(url, hop, isWhole))
}

/** The caller's own, so that the other instance decides as this one would. */
function credentials(headers: IncomingHttpHeaders): Record<string, string> {
  if (headers[FORWARDED] !== undefined) throw checkLater()
  const { cookie, origin } = headers
  const authorization = passedOnAuthorization(headers)
  return {
    ...(authorization && { authorization }),
    ...(cookie && { cookie }),
    ...(origin && { origin }),
  }
}

function replyWith(
  { status, requestId, retryAfter, body }: Awaited<ReturnType<typeof forwardCall>>,
  reply: FastifyReply,
): object {
  reply.code(status).header('x-request-id', requestId)
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  return body
}
