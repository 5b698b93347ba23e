import type { Readable } from 'node:stream'
import { CallerError } from '../errors/caller-error.ts'

interface Limits {
  readonly limitBytes: number
  /** What it is called when it is refused. */
  readonly name: string
}

/** All text of a stream; refused, and not read on, where there is more than the limit. */
export async function readLimited(stream: Readable, { limitBytes, name }: Limits): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > limitBytes) {
      throw new CallerError(
        'QUERY_TOO_LONG',
        `${name} is longer than ${limitBytes} bytes, which no request may be; nothing was sent`,
      )
    }
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new CallerError('USAGE', `${name} is not text in UTF-8`)
  }
}
