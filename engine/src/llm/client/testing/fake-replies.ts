import type { ServerResponse } from 'node:http'
import { estimateTokens } from '../prompt-text.ts'

/** A text is sent unchanged, a value as JSON. */
export type FakeReply =
  | string
  | { readonly json: unknown }
  | FakeText
  | { readonly fault: FakeFault }

export interface FakeText {
  readonly text: string
  /** Sent apart from the text, as vLLM and DeepSeek do. */
  readonly reasoning?: string
  readonly finish?: 'stop' | 'length' | 'content_filter'
  /** The wire is written in pieces of so many bytes. */
  readonly pieceBytes?: number
  /** After so many tokens (four characters each) nothing more comes, or the connection is lost. */
  readonly hangAfter?: number
  readonly resetAfter?: number
  /** An error among the events, as vLLM and OpenAI send it. */
  readonly errorAfter?: number
  /** Repeated until the client disconnects. */
  readonly isEndless?: boolean
  /** Ends without a reason, a count of tokens and `[DONE]`. */
  readonly hasNoEnd?: boolean
  /** Comments that keep the connection open, between all events. */
  readonly hasComments?: boolean
}

export type FakeFault =
  | 'hang'
  | 'reset'
  | 'refusal'
  | 'broken JSON'
  | 'garbage'
  | 'web page'
  | 'empty'
  | 'context OpenAI'
  | 'context vLLM'
  | 'context llama.cpp'
  | 'context Ollama'
  | 'context in stream'
  | 'filtered'
  | 'unauthorized'
  | 'unknown model'
  | 'too many'
  | 'too many for long'
  | 'out of money'
  | 'server error'
  | 'unscripted'

/** The context length that endpoints state. */
export const FAKE_CONTEXT_TOKENS = 4_096

type Refusal = readonly [
  status: number,
  error: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
]

const REFUSALS: Partial<Record<FakeFault, Refusal>> = {
  'context OpenAI': [
    400,
    {
      message:
        "This model's maximum context length is 4096 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    },
  ],
  'context vLLM': [
    400,
    {
      message:
        "'max_tokens' or 'max_completion_tokens' is too large: 2000. This model's maximum context length is 4096 tokens and your request has 3000 input tokens (2000 > 4096 - 3000).",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  ],
  'context llama.cpp': [
    400,
    {
      message:
        'request (9001 tokens) exceeds the available context size (4096 tokens), try increasing it',
      type: 'exceed_context_size_error',
      code: 400,
      n_prompt_tokens: 9001,
      n_ctx: 4096,
    },
  ],
  'context Ollama': [
    400,
    {
      message: 'prompt too long; exceeded max context length by 4905 tokens',
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
  ],
  filtered: [
    400,
    {
      message:
        'The response was filtered due to the prompt triggering the content management policy.',
      code: 'content_filter',
    },
  ],
  unauthorized: [401, { message: 'Incorrect API key provided.', code: 'invalid_api_key' }],
  'unknown model': [404, { message: 'The model does not exist', code: 'model_not_found' }],
  'too many': [429, { message: 'Rate limit reached' }, { 'retry-after': '0' }],
  'too many for long': [429, { message: 'Rate limit reached' }, { 'retry-after': '45' }],
  'out of money': [429, { message: 'You exceeded your quota', code: 'insufficient_quota' }],
  'server error': [500, { message: 'Internal server error' }],
  // No client tries this one again.
  unscripted: [501, { message: 'no reply is scripted for this task' }],
}

export function refuse(
  response: ServerResponse,
  status: number,
  error: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error }))
}

export async function sendReply(
  response: ServerResponse,
  reply: FakeReply,
  options: { readonly isStream: boolean; readonly prompt: string },
): Promise<void> {
  if (typeof reply === 'string') return sendText(response, { text: reply }, options)
  if ('json' in reply) return sendText(response, { text: JSON.stringify(reply.json) }, options)
  if ('text' in reply) return sendText(response, reply, options)
  const refusal = REFUSALS[reply.fault]
  if (refusal) return refuse(response, ...refusal)
  if (reply.fault === 'hang') return
  if (reply.fault === 'reset') return void response.destroy()
  if (reply.fault === 'garbage') return sendRaw(response, 'data: {"choices": [nothing\n\n')
  if (reply.fault === 'web page') return sendRaw(response, '<!doctype html><title>Hello</title>')
  if (reply.fault === 'context in stream') {
    return sendRaw(
      response,
      `data: ${JSON.stringify({ error: REFUSALS['context vLLM']?.[1] })}\n\n`,
    )
  }
  const text = {
    refusal: "I'm sorry, but I can't help with that.",
    'broken JSON': '{"items": [{"n": 1,, "q" "x"',
    empty: '',
  }[reply.fault as 'refusal' | 'broken JSON' | 'empty']
  return sendText(response, { text }, options)
}

function sendRaw(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(text)
}

async function sendText(
  response: ServerResponse,
  reply: FakeText,
  { isStream, prompt }: { readonly isStream: boolean; readonly prompt: string },
): Promise<void> {
  const { text, reasoning, finish = 'stop' } = reply
  const usage = {
    prompt_tokens: estimateTokens(prompt),
    completion_tokens: estimateTokens(text + (reasoning ?? '')),
  }
  if (isStream) return streamText(response, reply, usage)
  const message = {
    role: 'assistant',
    content: text,
    ...(reasoning && { reasoning_content: reasoning }),
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: finish }], usage }))
}

async function streamText(response: ServerResponse, reply: FakeText, usage: object): Promise<void> {
  const { hangAfter, resetAfter, errorAfter, pieceBytes } = reply
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let sent = 0
  for (const event of eventsOf(reply)) {
    if (response.destroyed || sent === hangAfter) return
    if (sent === resetAfter) return void response.destroy()
    const isError = sent === errorAfter
    const wire = `data: ${JSON.stringify(isError ? { error: { message: 'it broke' } } : event)}\n\n`
    await write(response, reply.hasComments ? `: keep-alive\n\n${wire}` : wire, pieceBytes)
    if (isError) return void response.end()
    sent += 1
  }
  if (sent === hangAfter) return
  if (sent === resetAfter) return void response.destroy()
  if (!reply.hasNoEnd) {
    const end = { choices: [{ index: 0, delta: {}, finish_reason: reply.finish ?? 'stop' }] }
    const tail = [end, { choices: [], usage }].map(event => `data: ${JSON.stringify(event)}\n\n`)
    await write(response, `${tail.join('')}data: [DONE]\n\n`, pieceBytes)
  }
  response.end()
}

function* eventsOf({ text, reasoning = '', isEndless = false }: FakeText): Generator<object> {
  for (const token of tokensOf(reasoning)) yield deltaOf({ reasoning_content: token })
  do {
    for (const token of tokensOf(text)) yield deltaOf({ content: token })
  } while (isEndless)
}

const tokensOf = (text: string) => text.match(/[\s\S]{1,4}/gu) ?? []
const deltaOf = (delta: object) => ({ choices: [{ index: 0, delta, finish_reason: null }] })

/** Waits until it is sent, so that later data cannot overtake or join it. */
async function write(response: ServerResponse, wire: string, pieceBytes?: number): Promise<void> {
  const bytes = Buffer.from(wire)
  const size = pieceBytes ?? bytes.length
  for (let start = 0; start < bytes.length && !response.destroyed; start += size) {
    const piece = bytes.subarray(start, start + size)
    await new Promise(resolve => response.write(piece, () => setImmediate(resolve)))
  }
}
