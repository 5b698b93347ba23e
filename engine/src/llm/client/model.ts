import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'

/** A language model behind an OpenAI-compatible endpoint. It proposes, and code decides what stays. */
export interface Model {
  /** Number of tokens that a prompt and its reply share. */
  readonly contextTokens: number
  /** Number of prompts worth sending at once. */
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
  /** The most tokens that the reply may have. */
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

/** The reason why a model gave nothing usable. The caller continues without it. */
export class ModelFault extends Error {
  override name = 'ModelFault'
  readonly kind: 'unreachable' | 'refused' | 'too-long' | 'garbled' | 'out-of-budget'

  constructor(kind: ModelFault['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** An object without further properties, which endpoints demand of schemas that they enforce. */
export function closedObject<Properties extends TProperties>(
  properties: Properties,
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false })
}

/** Puts a function around every call of a model. */
export function wrapModel(
  model: Model,
  around: <Reply>(
    prompt: Prompt,
    options: CallOptions,
    call: (options: CallOptions) => Promise<Reply>,
  ) => Promise<Reply>,
): Model {
  return {
    // The model may learn the length of its context from the first replies.
    get contextTokens() {
      return model.contextTokens
    },
    parallel: model.parallel,
    write: (prompt, options) => around(prompt, options, own => model.write(prompt, own)),
    ask: (prompt, options) => around(prompt, options, own => model.ask(prompt, own)),
  }
}
