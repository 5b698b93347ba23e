import type { ModelTask } from './model.ts'
import type { Refusal } from './read-chat.ts'

/** One prompt, with a schema if it asks for a value. */
export interface Chat {
  readonly task: ModelTask
  readonly system: string
  readonly user: string
  readonly schema?: object
  readonly maxTokens: number
}

/** The request format that an endpoint accepts. Starts with the common format and learns from refusals. */
export interface Dialect {
  readonly tokensField: 'max_tokens' | 'max_completion_tokens'
  readonly mostReplyTokens: number
  readonly hasTemperature: boolean
  readonly hasStream: boolean
  readonly hasStreamOptions: boolean
  readonly hasSystemRole: boolean
  readonly format: 'json_schema' | 'json_object' | 'none'
}

export const commonDialect: Dialect = {
  tokensField: 'max_tokens',
  mostReplyTokens: Number.POSITIVE_INFINITY,
  hasTemperature: true,
  hasStream: true,
  hasStreamOptions: true,
  hasSystemRole: true,
  format: 'json_schema',
}

/** The body of a request in the endpoint's dialect. */
export function chatRequest(model: string, chat: Chat, dialect: Dialect): Record<string, unknown> {
  const system = defuseTokens(systemText(chat))
  const user = defuseTokens(chat.user)
  return {
    model,
    messages: dialect.hasSystemRole
      ? [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ]
      : [{ role: 'user', content: `${system}\n\n${user}` }],
    [dialect.tokensField]: Math.min(chat.maxTokens, dialect.mostReplyTokens),
    ...(dialect.hasTemperature && { temperature: 0 }),
    stream: dialect.hasStream,
    ...(dialect.hasStreamOptions && { stream_options: { include_usage: true } }),
    ...responseFormat(chat, dialect),
  }
}

/** Puts the task first, where it is easy to find in logs and tests. */
export function systemText({ task, system }: Omit<Chat, 'maxTokens'>): string {
  return `Task: ${task}\n${system}`
}

function responseFormat({ task, schema }: Chat, { format }: Dialect) {
  if (!schema || format === 'none') return {}
  if (format === 'json_object') return { response_format: { type: 'json_object' } }
  return {
    response_format: { type: 'json_schema', json_schema: { name: task, schema, strict: true } },
  }
}

interface Change {
  readonly change: Partial<Dialect>
  /** False if the refusal concerns only this call. */
  readonly isLasting: boolean
}

/** Words by which endpoints refuse a part of the format, and the format without it. */
const REFUSALS: readonly (readonly [RegExp, Partial<Dialect>])[] = [
  [/max_completion_tokens/, { tokensField: 'max_completion_tokens' }],
  [/temperature/, { hasTemperature: false }],
  [/stream_options/, { hasStreamOptions: false }],
  [/^stream |\bto stream\b|streaming/, { hasStream: false, hasStreamOptions: false }],
  [/system (?:role|message|prompt)|developer instruction/, { hasSystemRole: false }],
]

/** Returns how to change the request format after a refusal; undefined if the format was not the reason. */
export function adaptDialect(
  sent: Dialect,
  { said, param }: Refusal,
  { hasShape }: { readonly hasShape: boolean },
): Change | undefined {
  const most = Number(/at most (\d+) (?:completion|output) tokens/.exec(said)?.[1])
  if (most > 0 && most < sent.mostReplyTokens) {
    return { change: { mostReplyTokens: most }, isLasting: true }
  }
  const words = `${param ?? ''} ${said}`
  const [, change] =
    REFUSALS.find(([pattern, one]) => pattern.test(words) && !isWithin(one, sent)) ?? []
  if (change) return { change, isLasting: true }
  if (!hasShape || sent.format === 'none') return undefined
  // An endpoint that rejects one schema may accept the next.
  const isAboutSchema = /invalid (?:json )?schema|grammar|schema contains|in context=/.test(said)
  const isNamed = /response_format|json_schema|json_object|structured output/.test(said)
  return {
    change: { format: sent.format === 'json_schema' ? 'json_object' : 'none' },
    isLasting: isNamed && !isAboutSchema,
  }
}

function isWithin(change: Partial<Dialect>, sent: Dialect): boolean {
  return Object.entries(change).every(([key, value]) => sent[key as keyof Dialect] === value)
}

const CONTROL =
  /<(?=\|)|(?<=\|)>|<(?=\/?(?:s|bos|eos|start_of_turn|end_of_turn)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT)\])/g

/**
 * Turns the role marks of chat templates into plain text. Some servers interpret them anywhere, so a page
 * could end its fence and speak as the system.
 */
export function defuseTokens(text: string): string {
  return text.replace(CONTROL, mark => (mark === '>' ? ' >' : `${mark} `))
}
