import type { ModelTask } from './model.ts'
import type { Refusal } from './read-chat.ts'

/** One prompt, with the schema of what it asks for where that is a value. */
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

/** The task comes first, where whoever reads along finds it. */
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

/** What an endpoint is known to take; it begins with what most do, and is learned from refusals. */
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
  /** False when the refusal is about this one call. */
  readonly isLasting: boolean
}

/** How to ask again, after a refusal of how it was asked; undefined when that was not the reason. */
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
  // That a schema or its grammar is beyond an endpoint says nothing about the next schema.
  const isAboutSchema = /invalid (?:json )?schema|grammar|schema contains|in context=/.test(said)
  const isNamed = /response_format|json_schema|json_object|structured output/.test(said)
  return { change, isLasting: isNamed && !isAboutSchema }
}

const CONTROL =
  /<(?=\|)|(?<=\|)>|<(?=\/?(?:s|bos|eos|start_of_turn|end_of_turn)>)|\[(?=\/?(?:INST|SYSTEM_PROMPT)\])/g

/**
 * Marks by which chat templates tell who speaks, made into plain text. Some servers take them for
 * real wherever they stand, so that a page could end its fence and speak as the system.
 */
export function defuseTokens(text: string): string {
  return text.replace(CONTROL, mark => (mark === '>' ? ' >' : `${mark} `))
}
