import { defuseTokens } from './defuse-tokens.ts'
import type { Dialect } from './dialect.ts'
import type { ModelTask } from './model.ts'

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
