import type { Static, TSchema } from 'typebox'

/** A language model behind an OpenAI-compatible endpoint. It proposes; code decides what stays. */
export interface Model {
  /** How many tokens a prompt and its reply share. */
  readonly contextTokens: number
  /** How many prompts are worth sending at once. */
  readonly parallel: number
  /** Returns text without thinking. If time runs out, returns what has arrived, marked incomplete. */
  write(prompt: Prompt, options: CallOptions): Promise<WrittenText>
  /** Returns a value of the shape, with a second attempt if the first reply has none. */
  ask<Shape extends TSchema>(
    prompt: Prompt & { readonly shape: Shape },
    options: CallOptions,
  ): Promise<Static<Shape>>
}

export interface Prompt {
  /** The task of the model, for the log, for tests and as the name of the shape. */
  readonly task: ModelTask
  readonly system: string
  readonly user: string
}

export type ModelTask = 'plan' | 'read' | 'reflect' | 'write' | 'rewrite' | 'judge' | 'fill'

export interface CallOptions {
  /** The most that the reply may have. */
  readonly maxTokens: number
  readonly timeoutMs: number
  /** A TimeoutError as its reason ends the time; any other reason aborts the call. */
  readonly signal?: AbortSignal
  /** Tokens of a prompt and its reply, as the endpoint counts them or else as estimated. */
  readonly onUsage?: (tokens: number) => void
}

export interface WrittenText {
  readonly text: string
  /** False if it was cut off by its length, the time limit or a lost connection. */
  readonly isComplete: boolean
}
