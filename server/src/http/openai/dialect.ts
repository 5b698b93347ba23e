import type { JsonObject } from '@footnote/contract/json-object'
import type { Model } from '@footnote/contract/models'
import type { Billing } from '@footnote/contract/responses'

/** A question in the words of OpenAI’s API, before it becomes a request of ours. */
export interface Question {
  readonly text: string
  readonly schema: unknown
  readonly streams: boolean
}

/** A place in a reply’s text that cites a page; both ends count characters (code points). */
export interface Citation {
  readonly start: number
  readonly end: number
  readonly url: string
  readonly title: string
}

/** A paid result, in no dialect yet. */
export interface ModelReply {
  readonly requestId: string
  readonly model: Model
  readonly text: string
  readonly citations: readonly Citation[]
  readonly billing: Billing
  /** Seconds since 1970. */
  readonly createdAt: number
}

/** One of OpenAI’s ways to ask a model. */
export interface Dialect {
  readonly path: string
  read(body: JsonObject): Question
  /** The reply as one JSON body. */
  whole(reply: ModelReply, asked: JsonObject): object
  /** The same reply as the lines of a stream. */
  stream(reply: ModelReply, asked: JsonObject): Iterable<string>
}
