import { isJsonObject } from '@footnote/contract/json-object'
import type { Citation, Dialect, ModelReply } from './dialect.ts'
import { paragraphs } from './paragraphs.ts'
import { lastQuestion, refuse, refuseFields, schemaOf } from './read-fields.ts'

const REFUSED = {
  previous_response_id: 'cannot be used, because no response is stored',
  conversation: 'cannot be used, because no conversation is stored',
  background: 'cannot be used; POST /api/v1/research runs in the background',
  prompt: 'cannot be used, because no prompt is stored',
}

export const responses: Dialect = {
  path: '/v1/responses',
  read(body) {
    refuseFields(body, REFUSED)
    refuseTools(body['tools'])
    return {
      text: lastQuestion(body['input'] ?? [], '/input', 'input_text'),
      schema: isJsonObject(body['text'])
        ? schemaOf(body['text']['format'], '/text/format', format => format['schema'])
        : undefined,
      streams: body['stream'] === true,
    }
  },
  whole: (reply, { text }) => response(reply, 'completed', [message(reply)], text),
  *stream(reply, { text: format }) {
    let number = 0
    const event = (type: string, data: object) =>
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number++, ...data })}\n\n`
    const { text, citations } = reply
    const item_id = `msg_${reply.requestId}`
    const at = { item_id, output_index: 0, content_index: 0 }
    const running = response(reply, 'in_progress', [], format)
    yield event('response.created', { response: running })
    yield event('response.in_progress', { response: running })
    yield event('response.output_item.added', {
      output_index: 0,
      item: { ...message(reply), status: 'in_progress', content: [] },
    })
    yield event('response.content_part.added', { ...at, part: outputText('', []) })
    for (const delta of paragraphs(text)) {
      yield event('response.output_text.delta', { ...at, delta, logprobs: [] })
    }
    for (const [annotation_index, citation] of citations.entries()) {
      yield event('response.output_text.annotation.added', {
        ...at,
        annotation_index,
        annotation: toAnnotation(citation),
      })
    }
    yield event('response.output_text.done', { ...at, text, logprobs: [] })
    yield event('response.content_part.done', { ...at, part: outputText(text, citations) })
    yield event('response.output_item.done', { output_index: 0, item: message(reply) })
    yield event('response.completed', {
      response: response(reply, 'completed', [message(reply)], format),
    })
  },
}

/** Every model searches, so a request for a search tool changes nothing; other tools are refused. */
function refuseTools(tools: unknown): void {
  const isSearch = (tool: unknown) =>
    isJsonObject(tool) && String(tool['type']).startsWith('web_search')
  if (tools === undefined || tools === null) return
  if (!Array.isArray(tools) || !tools.every(isSearch)) {
    throw refuse('/tools', 'can only contain web_search, because these models call no other tools')
  }
}

function response(
  { requestId, model, createdAt, billing, text: output_text }: ModelReply,
  status: 'in_progress' | 'completed',
  output: readonly object[],
  text: unknown = { format: { type: 'text' } },
) {
  return {
    id: `resp_${requestId}`,
    object: 'response',
    created_at: createdAt,
    status,
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: model.id,
    output,
    parallel_tool_calls: false,
    previous_response_id: null,
    store: false,
    temperature: null,
    text,
    tool_choice: 'none',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    // Calls are priced each, whatever their length, so tokens are not counted.
    usage: status === 'completed' ? NO_TOKENS : null,
    ...(status === 'completed' && { output_text, billing }),
  }
}

const NO_TOKENS = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
}

function message({ requestId, text, citations }: ModelReply) {
  return {
    type: 'message',
    id: `msg_${requestId}`,
    status: 'completed',
    role: 'assistant',
    content: [outputText(text, citations)],
  }
}

function outputText(text: string, citations: readonly Citation[]) {
  return { type: 'output_text', text, annotations: citations.map(toAnnotation), logprobs: [] }
}

function toAnnotation({ start, end, url, title }: Citation) {
  return { type: 'url_citation', start_index: start, end_index: end, url, title }
}
