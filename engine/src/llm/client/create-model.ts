import { isJsonObject } from '@footnote/contract/json-object'
import type { Static, TSchema } from 'typebox'
import { createServiceCaller } from '../../outside/service-caller.ts'
import {
  type CallLimit,
  type ChatOptions,
  endpointUrl,
  openChat,
  refused,
  tooLong,
} from './call-chat.ts'
import { type Chat, systemText } from './chat-request.ts'
import { type CallOptions, type Model, ModelFault, type Prompt, type WrittenText } from './model.ts'
import { estimateTokens } from './prompt-text.ts'
import type { ChatReply } from './read-chat.ts'
import { readValue, stripThinking } from './read-value.ts'

export interface ModelOptions extends Omit<ChatOptions, 'onTooLong'> {
  readonly contextTokens: number
}

/** Least room for a reply, unless less was asked for. */
const LEAST_REPLY_TOKENS = 256
/** Extra tokens for a model that thinks within the tokens of its reply. */
const THINKING_TOKENS = 2_048
const LEAST_CONTEXT_TOKENS = 2_048
/** Share of a prompt that was too long which is assumed to fit, if the endpoint does not say. */
const SHARE_KEPT = 0.8

/** Creates a model behind any OpenAI-compatible endpoint. Its faults contain no text of prompts or replies. */
export function createModel(options: ModelOptions): Model {
  let contextTokens = options.contextTokens
  let doesThink = false
  const call = openChat({
    ...options,
    onTooLong(chat, stated = Number.POSITIVE_INFINITY) {
      const sent = promptTokens(chat) + chat.maxTokens
      const less = stated < contextTokens ? stated : Math.floor(sent * SHARE_KEPT)
      contextTokens = Math.min(contextTokens, Math.max(less, LEAST_CONTEXT_TOKENS))
    },
  })

  async function send(
    prompt: Omit<Chat, 'maxTokens'>,
    { maxTokens, onUsage }: CallOptions,
    limit: CallLimit,
  ): Promise<ChatReply> {
    const room = contextTokens - promptTokens(prompt)
    if (room < Math.min(maxTokens, LEAST_REPLY_TOKENS)) throw tooLong()
    const wanted = doesThink ? maxTokens + THINKING_TOKENS : maxTokens
    const chat = { ...prompt, maxTokens: Math.min(room, wanted) }
    const reply = await call(chat, limit)
    if (reply.hasThought || stripThinking(reply.text) !== reply.text) doesThink = true
    onUsage?.(reply.usedTokens ?? promptTokens(chat) + estimateTokens(reply.text))
    if (reply.end === 'refused') throw refused()
    return reply
  }

  async function write({ task, system, user }: Prompt, options: CallOptions): Promise<WrittenText> {
    const reply = await send({ task, system, user }, options, limitOf(options))
    const text = stripThinking(reply.text).trim()
    if (text === '') throw nothingSaid(reply)
    return { text, isComplete: reply.end === 'whole' }
  }

  async function ask<Shape extends TSchema>(
    { task, user, shape, ...prompt }: Prompt & { readonly shape: Shape },
    options: CallOptions,
  ): Promise<Static<Shape>> {
    // Endpoints enforce a schema, but few show it to the model.
    const form = `Reply with JSON alone, by this JSON schema: ${JSON.stringify(shape)}`
    const chat = { task, system: `${prompt.system}\n\n${form}`, user, schema: shape }
    const limit = limitOf(options)
    const first = await send(chat, options, limit)
    const found = readReply(first, shape)
    if ('value' in found) return found.value
    const again = { ...chat, user: `${user}\n\n${complaint(first, found.problems)}` }
    const mended = readReply(await send(again, options, limit), shape)
    if ('value' in mended) return mended.value
    throw new ModelFault('garbled', 'the model twice sent something other than what was asked for')
  }

  return {
    get contextTokens() {
      return contextTokens
    },
    parallel: options.parallel,
    write,
    ask,
  }
}

/** The time limit of a call, which includes waiting for a slot. */
function limitOf({ timeoutMs, signal }: CallOptions): CallLimit {
  const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs)))
  return {
    endsAt: performance.now() + timeoutMs,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }
}

/** Throws if asking again would not help. */
function readReply<Shape extends TSchema>(reply: ChatReply, shape: Shape) {
  const isBroken = reply.end !== 'whole' && reply.end !== 'length'
  // Half of a value may mean something else than the whole.
  const found = readValue(reply.text, { shape, mayRepair: !isBroken })
  if ('value' in found) return found
  if (isBroken || stripThinking(reply.text).trim() === '') throw nothingSaid(reply)
  return found
}

function nothingSaid({ end }: ChatReply): ModelFault {
  if (end === 'length') {
    return new ModelFault('garbled', 'the model thought until it had no tokens left to answer with')
  }
  if (end === 'whole') return new ModelFault('garbled', 'the model gave no answer')
  if (end === 'garbled') return new ModelFault('garbled', "the model's reply could not be read")
  const why = end === 'time' ? 'did not finish within its time' : 'broke off'
  return new ModelFault('unreachable', `the model ${why} before it had answered`)
}

function complaint({ end }: ChatReply, problems: readonly string[]): string {
  const isCut = end === 'length'
  const reasons = isCut ? ['it was cut off at its longest', ...problems] : problems
  const brief = isCut ? ', and be brief' : ''
  return `An earlier reply to this was of no use: ${reasons.join('; ')}. Reply with JSON alone, by the schema${brief}.`
}

function promptTokens(prompt: Omit<Chat, 'maxTokens'>): number {
  return estimateTokens(systemText(prompt)) + estimateTokens(prompt.user)
}

/** A context length that every current model supports. */
const CONTEXT_TOKENS = 8_192
/** Longest wait at startup for an endpoint that may not be up yet. */
const FIND_MS = 5_000
const LEAST_TOKENS = 512
const MOST_TOKENS = 100_000_000

/** Opens a model with its context length: as set, as its endpoint reports, or the default. */
export async function openModel({
  contextTokens,
  ...options
}: Omit<ModelOptions, 'contextTokens'> & {
  readonly contextTokens?: number | undefined
}): Promise<Model> {
  const found = contextTokens ?? (await findContextTokens(options)) ?? CONTEXT_TOKENS
  return createModel({ ...options, contextTokens: found })
}

/**
 * Asks the server for the model's context length; undefined if none of the usual paths has it. Prefers the
 * configured length to the one the model was trained for.
 */
async function findContextTokens({
  url,
  model,
  apiKey,
}: Pick<ModelOptions, 'url' | 'model' | 'apiKey'>): Promise<number | undefined> {
  const base = endpointUrl(url)
  const version = /\/v\d+[a-z]*$/.exec(base)?.[0] ?? ''
  const headers = { ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }) }
  const baseUrl = base.slice(0, base.length - version.length)
  const caller = createServiceCaller({ name: 'the model’s endpoint', baseUrl, headers })
  const ask = async (path: string) => caller.json(path, { timeoutMs: FIND_MS }).catch(() => {})
  try {
    const [models, props, running, loaded] = await Promise.all(
      [`${version}/models`, '/props', '/api/ps', '/api/v0/models'].map(ask),
    )
    const listed = entryOf(at(models, 'data'), model)
    const lengths = [
      at(listed, 'max_model_len'),
      at(at(listed, 'meta'), 'n_ctx'),
      at(at(props, 'default_generation_settings'), 'n_ctx'),
      at(entryOf(at(running, 'models'), model), 'context_length'),
      at(entryOf(at(loaded, 'data'), model), 'loaded_context_length'),
      at(listed, 'context_length'),
      at(listed, 'context_window'),
      at(listed, 'max_context_length'),
      at(at(listed, 'meta'), 'n_ctx_train'),
    ].filter(Number.isInteger) as number[]
    return lengths.find(tokens => tokens >= LEAST_TOKENS && tokens <= MOST_TOKENS)
  } finally {
    await caller.close()
  }
}

/** The model of that name in a list, or the only one there is: names have aliases. */
function entryOf(entries: unknown, model: string): unknown {
  const known = Array.isArray(entries) ? entries.filter(isJsonObject) : []
  const named = known.find(entry => [entry['id'], entry['name'], entry['model']].includes(model))
  return named ?? (known.length === 1 ? known[0] : undefined)
}

function at(value: unknown, name: string): unknown {
  return isJsonObject(value) ? value[name] : undefined
}
