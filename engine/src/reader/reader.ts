import type { AnswerSpan } from './find-spans.ts'
import type { Runtime } from './open-session.ts'
import type { Rewritten } from './rewrite.ts'

/** A text to read, and its context: the document's title and the headings above it. */
export interface ReadablePassage {
  readonly context: string
  readonly text: string
}

/** The model's verdict on a passage for one question. */
export interface Reading {
  /** Whether the passage answers the question: log odds, comparable between questions. */
  readonly answers: number
  /** The phrases of the text that may be the answer, best first. */
  readonly spans: readonly AnswerSpan[]
  /** How many windows the passage was read in. */
  readonly windows: number
  /** Whether the passage supports the question, read as a claim: log odds, to be used beside other signs. */
  readonly supports: number
}

/** The reading model: does a passage answer a question, and where. */
export interface Reader {
  readonly runtime: Runtime
  /** The reason why the native runtime did not load. */
  readonly reason?: string
  readonly threads: number
  /**
   * Reads the passages, in parallel, and returns one reading for each. Calls take turns. Rejects with
   * the signal's reason as soon as it is aborted; passages that nobody waits for are not read.
   */
  read(
    question: string,
    passages: readonly ReadablePassage[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly Reading[]>
  /** Writes a question as plain questions. Its names must be placeholders. */
  rewrite(
    question: string,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<readonly Rewritten[]>
  close(): Promise<void>
}
