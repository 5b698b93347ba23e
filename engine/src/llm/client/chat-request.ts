import type { ModelTask } from './model.ts'
import type { Refusal } from './read-chat.ts'

/** One prompt, with a schema if it asks for a value. */
export interface Chat {
  readonly task: ModelTask
  readonly system: string
  readonly user: string
  readonly schema?: Readonly<Record<string, unknown>>
  readonly maxTokens: number
}

/** The body of a request, in the endpoint's dialect. */
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

interface Change {
  readonly change: Partial<Dialect>
  /** False if the refusal concerns only this call. */
  readonly isLasting: boolean
}

/** Returns how to change the request format after a refusal; undefined if the format was not the reason. */
export function adaptDialect(
  sent: Dialect,
  { said, param }: Refusal,
  { hasShape }: { readonly hasShape: boolean },
): Change | undefined {
  const lasting = (change: Partial<Dialect>) => ({ change, isLasting: true })
  const most = /at most (\d+) (?:completion|output) tokens/.exec(said)?.[1]
  if (most !== undefined && Number(most) < sent.mostReplyTokens && Number(most) > 0) {
    return lasting({ mostReplyTokens: Number(most) })
  }
  if (sent.tokensField === 'max_tokens' && said.includes('max_completion_tokens')) {
    return lasting({ tokensField: 'max_completion_tokens' })
  }
  if (sent.hasTemperature && said.includes('temperature')) return lasting({ hasTemperature: false })
  if (sent.hasStreamOptions && said.includes('stream_options')) {
    return lasting({ hasStreamOptions: false })
  }
  if (sent.hasStream && (param === 'stream' || /\bto stream\b|streaming/.test(said))) {
    return lasting({ hasStream: false, hasStreamOptions: false })
  }
  if (sent.hasSystemRole && /system (?:role|message|prompt)|developer instruction/.test(said)) {
    return lasting({ hasSystemRole: false })
  }
  return hasShape ? adaptFormat(sent, said) : undefined
}

function adaptFormat(sent: Dialect, said: string): Change | undefined {
  if (sent.format === 'none') return undefined
  const change: Partial<Dialect> = {
    format: sent.format === 'json_schema' ? 'json_object' : 'none',
  }
  // An endpoint that rejects one schema may accept the next.
  const isAboutSchema = /invalid (?:json )?schema|grammar|schema contains|in context=/.test(said)
  const isNamed = /response_format|json_schema|json_object|structured output/.test(said)
  return { change, isLasting: isNamed && !isAboutSchema }
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
