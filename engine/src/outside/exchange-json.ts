import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'

export interface JsonReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The body of a good reply; that of a refusal is ignored. */
  readonly body?: unknown
}

/** A useless reply; the message gives the reason and nothing of the content. */
export class BadReplyError extends Error {
  override name = 'BadReplyError'
}

const inflate = promisify(gunzip)
const FIRST_BUFFER_BYTES = 64 * 1024

/** Sends a request and reads the JSON of a good reply, up to a limit. */
export async function exchangeJson(
  dispatcher: Dispatcher,
  request: Dispatcher.RequestOptions,
  { maxBytes }: { readonly maxBytes: number },
): Promise<JsonReply> {
  const { statusCode: status, headers, body } = await dispatcher.request(request)
  if (status < 200 || status >= 300) {
    // The body of a refusal is of no use.
    body.dump().catch(() => {})
    return { status, headers }
  }
  // One buffer: a reply sent byte by byte would make a list of millions of chunks.
  let bytes = new Uint8Array(Math.min(FIRST_BUFFER_BYTES, maxBytes))
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (size + chunk.length > maxBytes) throw tooLarge(maxBytes)
    bytes = makeRoom(bytes, size + chunk.length, maxBytes)
    bytes.set(chunk, size)
    size += chunk.length
  }
  const text = await decompress(Buffer.from(bytes.buffer, 0, size), headers, maxBytes)
  return { status, headers, body: parse(text) }
}

async function decompress(
  bytes: Buffer,
  { 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders,
  maxBytes: number,
): Promise<Buffer> {
  if (encoding === 'identity') return bytes
  if (!/^(?:x-)?gzip$/i.test(encoding)) throw new BadReplyError('in an encoding not asked for')
  try {
    return await inflate(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    throw isTooLarge ? tooLarge(maxBytes) : new BadReplyError('that is broken')
  }
}

/** Parses the body whatever its content type says, which is often wrong. */
function parse(text: Buffer): unknown {
  try {
    return JSON.parse(text.toString('utf8'))
  } catch {
    throw new BadReplyError('that is no JSON')
  }
}

function tooLarge(maxBytes: number): BadReplyError {
  return new BadReplyError(`larger than ${maxBytes / 1024 / 1024} MB`)
}

/** Returns the buffer, or a larger copy that has room for so many bytes. */
export function makeRoom(
  bytes: Uint8Array<ArrayBuffer>,
  size: number,
  maxBytes: number,
): Uint8Array<ArrayBuffer> {
  if (size <= bytes.length) return bytes
  const larger = new Uint8Array(Math.min(maxBytes, Math.max(size, bytes.length * 2)))
  larger.set(bytes)
  return larger
}
