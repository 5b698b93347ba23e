import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { errorCode } from '../../outside/error-code.ts'
import { type ChatReply, type GatherOptions, gatherChat } from './gather-chat.ts'
import { type Refusal, readRefusal } from './read-refusal.ts'

/** What came of sending a prompt once. */
export type ChatOutcome =
  | { readonly kind: 'reply'; readonly reply: ChatReply }
  | {
      readonly kind: 'refusal'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      readonly refusal: Refusal
    }
  /** No reply began. */
  | { readonly kind: 'nothing'; readonly code: string | undefined }

/** What an error has to say that matters is short. */
const MOST_ERROR_BYTES = 64 * 1024

/** Rejects with the signal's reason when that aborts before a reply began. */
export async function exchangeChat(
  dispatcher: Dispatcher,
  request: Dispatcher.RequestOptions,
  options: GatherOptions,
): Promise<ChatOutcome> {
  let response: Dispatcher.ResponseData
  try {
    response = await dispatcher.request({ ...request, signal: options.signal })
  } catch (error) {
    options.signal.throwIfAborted()
    // The original error stays out: its text may quote what was sent.
    return { kind: 'nothing', code: errorCode(error) }
  }
  const { statusCode: status, headers, body } = response
  if (status >= 200 && status < 300) {
    return { kind: 'reply', reply: await gatherChat(body, options) }
  }
  const refusal = readRefusal(parse(await readSome(body)))
  options.signal.throwIfAborted()
  return { kind: 'refusal', status, headers, refusal }
}

async function readSome(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > MOST_ERROR_BYTES) break
    }
  } catch {
    // The status is known; what was said of it is lost.
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
