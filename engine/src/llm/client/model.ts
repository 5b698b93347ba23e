import Type, { type TObject, type TProperties } from 'typebox'

/** A language model behind an OpenAI-compatible endpoint. It proposes, and code decides what stays. */
export interface Model {
  /** Number of tokens that a prompt and its reply share. */
  readonly contextTokens: number
  /** Number of prompts worth sending at once. */
  readonly parallel: number
  /** Sends a prompt once. Rejects with a ModelFault, or with the caller's reason. */
  send(prompt: Prompt, options: CallOptions): Promise<Reply>
}

export interface Prompt {
  /** The task of the model, for the log, for tests and as the name of the schema. */
  readonly task: ModelTask
  readonly system: string
  readonly user: string
  /** The JSON schema of the reply. */
  readonly schema?: object
}

export type ModelTask = 'plan' | 'read' | 'reflect' | 'write' | 'judge' | 'fill'

export interface CallOptions {
  /** The most tokens that the reply may have. */
  readonly maxTokens: number
  readonly timeoutMs: number
  /** A TimeoutError as its reason ends the time; any other reason aborts the call. */
  readonly signal?: AbortSignal
}

export interface Reply {
  /** The raw text, including thinking between tags. */
  readonly text: string
  /** True if the reply was cut off at its limit. */
  readonly isCut: boolean
  /** Tokens of the prompt and the reply, as the endpoint counts them or else as estimated. */
  readonly usedTokens: number
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

/** The same model with another way to send. It may learn the length of its context from replies. */
export function sendingBy(model: Model, send: Model['send']): Model {
  return {
    get contextTokens() {
      return model.contextTokens
    },
    parallel: model.parallel,
    send,
  }
}

/** An object without further properties, which endpoints demand of schemas that they enforce. */
export function closedObject<Properties extends TProperties>(
  properties: Properties,
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false })
}
