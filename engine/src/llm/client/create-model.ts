import { isJsonObject } from '@footnote/contract/json-object'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { createSlots } from '../../create-slots.ts'
import { createServiceCaller, ServiceError } from '../../outside/service-caller.ts'
import { stripThinking } from './ask.ts'
import { type CallOptions, type Model, ModelFault, type Prompt, type Reply } from './model.ts'
import { estimateTokens } from './prompt-text.ts'

export interface ModelOptions {
  readonly url: string
  readonly model: string
  readonly apiKey?: string | undefined
  readonly parallel: number
  readonly contextTokens: number
}

/** Least room for a reply, unless less was asked for. */
const LEAST_REPLY_TOKENS = 256
/** Extra tokens for a model that thinks within the tokens of its reply. */
const THINKING_TOKENS = 2_048
const LEAST_CONTEXT_TOKENS = 2_048
/** Share of a prompt that was too long which is assumed to fit, if the endpoint does not say. */
const SHARE_KEPT = 0.8
/** A shorter silence says nothing about the endpoint. */
const PATIENCE_MS = 4_000
/** Upper bounds; an endpoint that sends more ignores its token limit. */
const CHARACTERS_PER_TOKEN = 16
const BYTES_BESIDE = 256 * 1_024
const BYTES_PER_TOKEN = 64

/** Request formats, from the common one to the plainest. An endpoint that refuses one is sent the next. */
const FORMATS = [
  { tokens: 'max_tokens', hasTemperature: true, hasSystemRole: true, reply: 'json_schema' },
  // Models of OpenAI that think.
  {
    tokens: 'max_completion_tokens',
    hasTemperature: false,
    hasSystemRole: true,
    reply: 'json_schema',
  },
  { tokens: 'max_tokens', hasTemperature: true, hasSystemRole: true, reply: 'json_object' },
  { tokens: 'max_tokens', hasTemperature: false, hasSystemRole: false, reply: 'text' },
] as const

const TOO_LONG =
  /context[_ ](?:length|size|window)|maximum context|too long|input tokens exceed|exceed_context_size|too many tokens/
const STATED =
  /(?:maximum context length (?:is|of) |available context size \(|context (?:length|size|window) (?:is|of)(?: only)? )(\d+)/
const FILTERED = /content_filter|content_policy|content management policy/

const COMPLETION = Type.Object({
  choices: Type.Array(
    Type.Object({
      message: Type.Object({
        content: Type.Optional(Type.Unknown()),
        reasoning_content: Type.Optional(Type.Unknown()),
        refusal: Type.Optional(Type.Unknown()),
      }),
      finish_reason: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1 },
  ),
  usage: Type.Optional(Type.Unknown()),
})

/** Creates a model behind any OpenAI-compatible endpoint. Its faults contain no text of prompts or replies. */
export function createModel({ model, parallel, ...options }: ModelOptions): Model {
  const caller = createServiceCaller({
    name: "the model's endpoint",
    baseUrl: endpointUrl(options.url),
    headers: bearer(options.apiKey),
  })
  const slots = createSlots(parallel)
  /** The format that the endpoint accepts, by task: it may refuse the schema of one alone. */
  const formats = new Map<string, number>()
  let contextTokens = options.contextTokens
  let mostReplyTokens = Number.POSITIVE_INFINITY
  let doesThink = false

  async function send(prompt: Prompt, { maxTokens, timeoutMs, signal }: CallOptions) {
    const prompted = promptTokens(prompt)
    const room = contextTokens - prompted
    if (room < Math.min(maxTokens, LEAST_REPLY_TOKENS)) throw tooLong()
    const wanted = Math.min(room, maxTokens + (doesThink ? THINKING_TOKENS : 0))
    const endsAt = performance.now() + timeoutMs
    let isSecond = false
    for (let format = formats.get(prompt.task) ?? 0; ; ) {
      const tokens = Math.min(wanted, mostReplyTokens)
      try {
        const body = requestBody(model, prompt, { format, tokens })
        const leftMs = endsAt - performance.now()
        const own = signal ?? new AbortController().signal
        const ends = AbortSignal.any([own, AbortSignal.timeout(Math.max(0, Math.ceil(leftMs)))])
        const call = {
          ...({ method: 'POST', body, timeoutMs: leftMs } as const),
          maxBytes: BYTES_BESIDE + tokens * BYTES_PER_TOKEN,
          // A long silence counts as a failure of the endpoint, and a short one only ends the call.
          signal: leftMs < PATIENCE_MS ? ends : own,
        }
        const reply = await slots.run(() => caller.json('/chat/completions', call), ends)
        formats.set(prompt.task, format)
        return readReply(reply, tokens, prompted)
      } catch (error) {
        const said = refusalIn(error)
        const isBroken = error instanceof ServiceError && (error.status ?? 0) >= 500
        if (said === undefined && (!isBroken || isSecond)) throw toFault(error)
        if (said === undefined) {
          isSecond = true
          continue
        }
        const most = Number(/at most (\d+) (?:completion|output) tokens/.exec(said)?.[1])
        if (most < tokens) mostReplyTokens = most
        else if (TOO_LONG.test(said)) {
          const stated = Number(STATED.exec(said)?.[1] ?? Number.POSITIVE_INFINITY)
          const less =
            stated < contextTokens ? stated : Math.floor((prompted + tokens) * SHARE_KEPT)
          contextTokens = Math.min(contextTokens, Math.max(less, LEAST_CONTEXT_TOKENS))
          throw tooLong()
        } else if (FILTERED.test(said)) throw refused()
        else if (format + 1 < FORMATS.length) format += 1
        else throw toFault(error)
      }
    }
  }

  function readReply(body: unknown, tokens: number, prompted: number): Reply {
    const choice = Check(COMPLETION, body) ? body.choices[0] : undefined
    if (!choice) throw new ModelFault('garbled', "the model's reply could not be read")
    const { content, reasoning_content: thought, refusal } = choice.message
    const text = textOf(content)
      .slice(0, tokens * CHARACTERS_PER_TOKEN)
      .toWellFormed()
    if (refusal || choice.finish_reason === 'content_filter') throw refused()
    if (thought || stripThinking(text) !== text) doesThink = true
    const usage = isJsonObject(body) && isJsonObject(body['usage']) ? body['usage'] : {}
    const used = Number(usage['prompt_tokens']) + Number(usage['completion_tokens'])
    return {
      text,
      isCut: choice.finish_reason === 'length',
      usedTokens: used >= 0 ? used : prompted + estimateTokens(text),
    }
  }

  return {
    get contextTokens() {
      return contextTokens
    },
    parallel,
    send,
  }
}

function requestBody(
  model: string,
  prompt: Prompt,
  { format, tokens }: { readonly format: number; readonly tokens: number },
): Record<string, unknown> {
  const { tokens: limit, hasTemperature, hasSystemRole, reply } = FORMATS[format] ?? FORMATS[0]
  const { task, schema } = prompt
  const system = defuseTokens(systemText(prompt))
  const user = defuseTokens(prompt.user)
  // Strict endpoints refuse most of the schemas that callers write.
  const json_schema = { name: task, schema, strict: task !== 'fill' }
  return {
    model,
    messages: hasSystemRole
      ? [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ]
      : [{ role: 'user', content: `${system}\n\n${user}` }],
    [limit]: tokens,
    ...(hasTemperature && { temperature: 0 }),
    ...(schema &&
      reply !== 'text' && {
        response_format: { type: reply, ...(reply === 'json_schema' && { json_schema }) },
      }),
  }
}

/** Puts the task first, where it is easy to find in logs and tests. */
function systemText({ task, system }: Prompt): string {
  return `Task: ${task}\n${system}`
}

function promptTokens(prompt: Prompt): number {
  return estimateTokens(systemText(prompt)) + estimateTokens(prompt.user)
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

/** The text of a message, which some endpoints send in parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : []
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
}

/** Why the endpoint did not accept a request, for decisions alone. */
function refusalIn(error: unknown): string | undefined {
  if (!(error instanceof ServiceError) || ![400, 413, 422].includes(error.status ?? 0)) {
    return undefined
  }
  return error.status === 413
    ? 'too long'
    : error.refusal.toLowerCase().replace(/(\d),(?=\d)/g, '$1')
}

function toFault(error: unknown): unknown {
  if (error instanceof ServiceError) {
    return new ModelFault('unreachable', `${error.message}${ADVICE[error.status ?? 0] ?? ''}`)
  }
  const isLate = error instanceof Error && error.name === 'TimeoutError'
  return isLate ? new ModelFault('unreachable', 'the model did not reply within its time') : error
}

const ADVICE: Readonly<Record<number, string>> = {
  401: ' (FOOTNOTE_LLM_KEY)',
  403: ' (FOOTNOTE_LLM_KEY)',
  404: '; check FOOTNOTE_LLM_URL and FOOTNOTE_LLM_MODEL',
  429: '; lower FOOTNOTE_LLM_PARALLEL, or check its account',
}

function tooLong(): ModelFault {
  return new ModelFault('too-long', 'the prompt is longer than the model takes')
}

function refused(): ModelFault {
  return new ModelFault('refused', 'the model declined to do what it was asked')
}

export function bearer(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
}

/**
 * Returns the base URL of an endpoint's operations. Operators enter the address with its version, without
 * it, or with an operation; `/v1` is added only if there is no version.
 */
export function endpointUrl(given: string): string {
  const url = new URL(given)
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(?:chat\/completions|models)$/, '')
  url.pathname = /\/v\d+[a-z]*(?:\/|$)/.test(path) ? path : `${path}/v1`
  url.search = ''
  url.hash = ''
  return url.href
}
