import type { Readable } from 'node:stream'
import { TimeUpError } from './call-time.ts'
import { type ChatPart, GarbledError, readChat, TooLargeError } from './read-chat.ts'
import type { Refusal } from './read-refusal.ts'

export interface ChatReply {
  /** As it came: thinking between tags is still in it. */
  readonly text: string
  /** Why there is no more of it. */
  readonly end: 'whole' | 'length' | 'time' | 'lost' | 'garbled' | 'refused' | 'error'
  /** Whether the endpoint said that the model was thinking, apart from the text. */
  readonly hasThought: boolean
  readonly usage?: { readonly promptTokens: number; readonly replyTokens: number }
  /** What the endpoint said when it broke off. */
  readonly refusal?: Refusal
}

export interface GatherOptions {
  readonly signal: AbortSignal
  readonly idleMs: number
  /** Of all that is sent, and of the text in it: whoever reads the text takes time by its length. */
  readonly mostBytes: number
  readonly mostCharacters: number
}

/** After its end a reply has nothing but the count of its tokens to wait for. */
const AFTER_END_MS = 1_000

/** Takes in a reply for as long as it comes. Rejects only when the caller wants no reply any more. */
export async function gatherChat(body: Readable, options: GatherOptions): Promise<ChatReply> {
  let text = ''
  let hasThought = false
  let usage: ChatReply['usage']
  let refusal: Refusal | undefined
  let end: ChatReply['end'] | undefined
  let silence: NodeJS.Timeout | undefined

  function take(part: ChatPart): void {
    if (part.kind === 'text') {
      text += part.text
      if (text.length > options.mostCharacters) throw new TooLargeError()
    } else if (part.kind === 'thinking') hasThought = true
    else if (part.kind === 'refused') end = 'refused'
    else if (part.kind === 'end') end ??= part.isCut ? 'length' : 'whole'
    else if (part.kind === 'usage') usage = part
    else {
      end ??= 'error'
      refusal = part.refusal
    }
  }

  /** Counts from the first token: before it a model may think, or wait for its turn, in silence. */
  function expectMore(): void {
    clearTimeout(silence)
    const withinMs = end === undefined ? options.idleMs : AFTER_END_MS
    silence = setTimeout(() => body.destroy(new TimeUpError()), withinMs)
  }

  try {
    for await (const part of readChat(body, options)) {
      take(part)
      if (end === 'error' || (end !== undefined && usage)) break
      expectMore()
    }
  } catch (error) {
    end ??= whyBroken(error, options.signal)
  } finally {
    clearTimeout(silence)
  }
  return {
    text: text.slice(0, options.mostCharacters).toWellFormed(),
    end: end ?? 'lost',
    hasThought,
    ...(usage && { usage }),
    ...(refusal && { refusal }),
  }
}

function whyBroken(error: unknown, signal: AbortSignal): ChatReply['end'] {
  if (signal.aborted && !(signal.reason instanceof TimeUpError)) throw signal.reason
  if (signal.aborted || error instanceof TimeUpError) return 'time'
  // It was given so many bytes for its tokens: more of them is more tokens than it was allowed.
  if (error instanceof TooLargeError) return 'length'
  return error instanceof GarbledError ? 'garbled' : 'lost'
}
