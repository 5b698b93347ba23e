import type { Static, TSchema } from 'typebox'

/** A language model behind an OpenAI-compatible endpoint. It proposes; code decides what stays. */
export interface Model {
  /** How many tokens a prompt and its reply share. */
  readonly contextTokens: number
  /** How many prompts are worth sending at once. */
  readonly parallel: number
  /** Text without thinking. What had arrived when the time was over is kept and marked incomplete. */
  write(prompt: Prompt, options: CallOptions): Promise<WrittenText>
  /** A value of the shape, asked for again once if the first is none. */
  ask<Shape extends TSchema>(
    prompt: Prompt & { readonly shape: Shape },
    options: CallOptions,
  ): Promise<Static<Shape>>
}

export interface Prompt {
  /** What the model is to do, for the log, for tests and as the name of the shape. */
  readonly task: ModelTask
  readonly system: string
  readonly user: string
}

export type ModelTask = 'plan' | 'read' | 'reflect' | 'write' | 'rewrite' | 'judge' | 'fill'

export interface CallOptions {
  /** The most that the reply may have. */
  readonly maxTokens: number
  readonly timeoutMs: number
  /** One that aborts with a TimeoutError ends the time; with any other reason, the call. */
  readonly signal?: AbortSignal
  /** Tokens of a prompt and its reply, as the endpoint counts them or else as estimated. */
  readonly onUsage?: (tokens: number) => void
}

export interface WrittenText {
  readonly text: string
  /** False when it was cut off by its length, the time or a lost connection. */
  readonly isComplete: boolean
}
