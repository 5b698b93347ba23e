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

export function sendReply(
  response: ServerResponse,
  reply: FakeReply,
  { prompt }: { readonly prompt: string },
): void {
  if (typeof reply === 'string') sendText(response, { text: reply }, prompt)
  else if ('json' in reply) sendText(response, { text: JSON.stringify(reply.json) }, prompt)
  else if ('text' in reply) sendText(response, reply, prompt)
  else sendFault(response, reply.fault, prompt)
}

const TEXTS: Partial<Record<FakeFault, string>> = {
  refusal: "I'm sorry, but I can't help with that.",
  'broken JSON': '{"items": [{"n": 1,, "q" "x"',
  empty: '',
}
const RAW: Partial<Record<FakeFault, string>> = {
  garbage: '{"choices": [nothing',
  'web page': '<!doctype html><title>Hello</title>',
}

/** A fault of no kind is a reply that never comes. */
function sendFault(response: ServerResponse, fault: FakeFault, prompt: string): void {
  const [refusal, text, raw] = [REFUSALS[fault], TEXTS[fault], RAW[fault]]
  if (refusal) refuse(response, ...refusal)
  else if (text !== undefined) sendText(response, { text }, prompt)
  else if (raw !== undefined) response.end(raw)
  else if (fault === 'reset') response.destroy()
}

function sendText(response: ServerResponse, reply: FakeText, prompt: string): void {
  const { text, reasoning, finish = 'stop' } = reply
  const usage = {
    prompt_tokens: estimateTokens(prompt),
    completion_tokens: estimateTokens(text + (reasoning ?? '')),
  }
  const message = {
    role: 'assistant',
    content: text,
    ...(reasoning && { reasoning_content: reasoning }),
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: finish }], usage }))
}
