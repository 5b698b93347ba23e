import type { Static, TSchema } from 'typebox'
import { type CallTime, startCallTime } from './call-time.ts'
import { type Chat, systemText } from './chat-request.ts'
import { type ChatCallerOptions, createChatCaller, refused, tooLong } from './create-chat-caller.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { CallOptions, Model, Prompt, WrittenText } from './model.ts'
import { ModelFault } from './model-fault.ts'
import type { ChatReply } from './read-chat.ts'
import { isRefusal, readValue, stripThinking, wireSchema } from './read-value.ts'

export interface ModelOptions extends Omit<ChatCallerOptions, 'onTooLong'> {
  readonly contextTokens: number
  /** Called once, after the endpoint's first reply, because the context length is only assumed. */
  readonly findContext?: () => Promise<number | undefined>
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
  let { findContext } = options
  const caller = createChatCaller({
    ...options,
    onTooLong(chat, stated = Number.POSITIVE_INFINITY) {
      const sent = promptTokens(chat) + chat.maxTokens
      const less = stated < contextTokens ? stated : Math.floor(sent * SHARE_KEPT)
      contextTokens = Math.min(contextTokens, Math.max(less, LEAST_CONTEXT_TOKENS))
    },
  })

  async function send(
    prompt: Omit<Chat, 'maxTokens'>,
    { time, maxTokens, onUsage }: CallOptions & { time: CallTime },
  ): Promise<ChatReply> {
    const room = contextTokens - promptTokens(prompt)
    if (room < Math.min(maxTokens, LEAST_REPLY_TOKENS)) throw tooLong()
    const wanted = doesThink ? maxTokens + THINKING_TOKENS : maxTokens
    const chat = { ...prompt, maxTokens: Math.min(room, wanted) }
    const reply = await caller.send(chat, time)
    if (reply.hasThought || stripThinking(reply.text) !== reply.text) doesThink = true
    onUsage?.(countTokens(chat, reply))
    learnContext()
    if (reply.end === 'refused') throw refused()
    return reply
  }

  function learnContext(): void {
    const assumed = contextTokens
    findContext?.()
      .then(found => {
        if (found !== undefined && contextTokens === assumed) contextTokens = found
      })
      .catch(() => {})
    findContext = undefined
  }

  async function write(prompt: Prompt, options: CallOptions): Promise<WrittenText> {
    return withTime(options, async time => {
      const { task, system, user } = prompt
      const reply = await send({ task, system, user }, { ...options, time })
      const text = stripThinking(reply.text).trim()
      if (text === '') throw nothingSaid(reply)
      if (isRefusal(text)) throw refused()
      return { text, isComplete: reply.end === 'whole' }
    })
  }

  async function ask<Shape extends TSchema>(
    { task, user, shape, ...prompt }: Prompt & { readonly shape: Shape },
    options: CallOptions,
  ): Promise<Static<Shape>> {
    const schema = wireSchema(shape)
    const isTold = user.includes(JSON.stringify(shape))
    const system = `${prompt.system}\n\n${formText(isTold ? undefined : schema)}`
    return withTime(options, async time => {
      const first = await send({ task, system, user, schema }, { ...options, time })
      const found = readReply(first, shape)
      if ('value' in found) return found.value
      const again = `${user}\n\n${complaint(first, found.problems)}`
      const second = await send({ task, system, user: again, schema }, { ...options, time })
      const mended = readReply(second, shape)
      if ('value' in mended) return mended.value
      throw new ModelFault(
        'garbled',
        'the model twice sent something other than what was asked for',
      )
    })
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

async function withTime<Result>(
  options: CallOptions,
  work: (time: CallTime) => Promise<Result>,
): Promise<Result> {
  const time = startCallTime(options)
  try {
    return await work(time)
  } finally {
    time.end()
  }
}

/** Throws if asking again would not help. */
function readReply<Shape extends TSchema>(reply: ChatReply, shape: Shape) {
  const isBroken = reply.end !== 'whole' && reply.end !== 'length'
  // Half of a value may mean something else than the whole.
  const found = readValue(reply.text, { shape, mayRepair: !isBroken })
  if ('value' in found) return found
  const said = stripThinking(reply.text).trim()
  if (said === '' || isBroken) throw nothingSaid(reply)
  if (isRefusal(said)) throw refused()
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

/** Endpoints enforce a schema, but few show it to the model. */
function formText(schema: unknown): string {
  const form = schema === undefined ? '.' : `, by this JSON schema: ${JSON.stringify(schema)}`
  return `Reply with JSON alone${form}`
}

function complaint({ end }: ChatReply, problems: readonly string[]): string {
  const reasons = end === 'length' ? ['it was cut off at its longest', ...problems] : problems
  return `An earlier reply to this was of no use: ${reasons.join('; ')}. Reply with JSON alone, by the schema${
    end === 'length' ? ', and be brief' : ''
  }.`
}

function countTokens(chat: Chat, { usage, text }: ChatReply): number {
  if (usage) return usage.promptTokens + usage.replyTokens
  return promptTokens(chat) + estimateTokens(text)
}

function promptTokens(prompt: Omit<Chat, 'maxTokens'>): number {
  return estimateTokens(systemText(prompt)) + estimateTokens(prompt.user)
}
