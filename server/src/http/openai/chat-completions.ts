import { isJsonObject } from '@footnote/contract/json-object'
import type { Citation, Dialect, ModelReply } from './dialect.ts'
import { paragraphs } from './paragraphs.ts'
import { lastQuestion, refuseFields, schemaOf } from './read-fields.ts'

const REFUSED = {
  tools: 'cannot be used, because these models call no tools',
  functions: 'cannot be used, because these models call no functions',
  audio: 'cannot be used, because these models reply in text',
}
/** Calls are priced each, whatever their length, so tokens are not counted. */
const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

export const chatCompletions: Dialect = {
  path: '/v1/chat/completions',
  read(body) {
    refuseFields(body, REFUSED)
    refuseFields({ n: body['n'] !== 1 && body['n'] }, { n: 'must be 1' })
    return {
      text: lastQuestion(body['messages'] ?? [], '/messages', 'text'),
      schema: schemaOf(body['response_format'], '/response_format', format =>
        isJsonObject(format['json_schema']) ? format['json_schema']['schema'] : undefined,
      ),
      streams: body['stream'] === true,
    }
  },
  whole: reply => ({
    ...head(reply, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.text,
          refusal: null,
          annotations: reply.citations.map(toAnnotation),
        },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: USAGE,
    billing: reply.billing,
  }),
  *stream(reply, { stream_options: options }) {
    const chunk = (choices: readonly object[], more = {}) =>
      `data: ${JSON.stringify({ ...head(reply, 'chat.completion.chunk'), choices, ...more })}\n\n`
    const choice = (delta: object, finish_reason: string | null = null) => [
      { index: 0, delta, logprobs: null, finish_reason },
    ]
    yield chunk(choice({ role: 'assistant', content: '' }))
    for (const content of paragraphs(reply.text)) yield chunk(choice({ content }))
    yield chunk(choice({ annotations: reply.citations.map(toAnnotation) }))
    yield chunk(choice({}, 'stop'), { billing: reply.billing })
    if (isJsonObject(options) && options['include_usage'] === true) {
      yield chunk([], { usage: USAGE })
    }
    yield 'data: [DONE]\n\n'
  },
}

function head({ requestId, model, createdAt }: ModelReply, object: string) {
  return { id: `chatcmpl-${requestId}`, object, created: createdAt, model: model.id }
}

function toAnnotation({ start, end, url, title }: Citation) {
  return { type: 'url_citation', url_citation: { start_index: start, end_index: end, url, title } }
}
