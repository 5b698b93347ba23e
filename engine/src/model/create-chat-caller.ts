import { Pool } from 'undici'
import { buildRequest } from '../outside/build-request.ts'
import { realClock } from '../outside/clock.ts'
import { createAdmission, NotAdmittedError } from '../outside/create-admission.ts'
import { type CallTime, TimeUpError } from './call-time.ts'
import { type Chat, chatRequest } from './chat-request.ts'
import { createSlots } from './create-slots.ts'
import { adaptDialect, commonDialect, type Dialect } from './dialect.ts'
import { endpointUrl } from './endpoint-url.ts'
import { type ChatOutcome, exchangeChat } from './exchange-chat.ts'
import type { ChatReply } from './gather-chat.ts'
import { judgeOutcome } from './judge-outcome.ts'
import { ModelFault } from './model-fault.ts'

export interface ChatCaller {
  /** A reply of which at least something came; rejects with a ModelFault or the caller's reason. */
  send(chat: Chat, time: CallTime): Promise<ChatReply>
}

export interface ChatCallerOptions {
  readonly url: string
  readonly model: string
  readonly apiKey?: string | undefined
  readonly parallel: number
  /** Between two tokens: after a longer silence no more are expected. */
  readonly idleMs?: number
  /** Before each further attempt. */
  readonly retryPausesMs?: readonly number[]
  /** How long an endpoint that keeps failing, or refuses the key, is left alone. */
  readonly restMs?: number
  /** The endpoint found a prompt too long; it may have said how much it takes. */
  readonly onTooLong?: (contextTokens: number | undefined) => void
}

const IDLE_MS = 30_000
const RETRY_PAUSES_MS = [250, 1_000]
const REST_MS = 30_000
/** More things than this to learn from one prompt would be a quarrel. */
const MOST_CHANGES = 8
/** An event for each token, with all that endpoints wrap around it. */
const BYTES_PER_TOKEN = 1_024
const BYTES_BESIDE = 256 * 1_024

/** Sends prompts to one endpoint, as many at once as it may have, in the dialect that it takes. */
export function createChatCaller({
  url,
  model,
  apiKey,
  parallel,
  idleMs = IDLE_MS,
  retryPausesMs = RETRY_PAUSES_MS,
  restMs = REST_MS,
  onTooLong,
}: ChatCallerOptions): ChatCaller {
  const base = new URL(endpointUrl(url))
  // The library's own limits are off: a model may think for longer than they allow.
  const pool = new Pool(base.origin, {
    connections: parallel,
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  })
  const slots = createSlots(parallel)
  const admission = createAdmission({
    callsPerSecond: undefined,
    pauseMs: restMs,
    clock: realClock,
  })
  const headers = {
    accept: 'text/event-stream, application/json',
    'accept-encoding': 'identity',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  }
  let known: Dialect = commonDialect

  async function attempt(chat: Chat, { dialect, time }: Attempt): Promise<ChatOutcome> {
    await admission.enter(time)
    const body = chatRequest(model, chat, dialect)
    const call = { method: 'POST', body, headers, timeoutMs: 0 } as const
    const mostBytes = BYTES_BESIDE + chat.maxTokens * BYTES_PER_TOKEN
    const request = buildRequest(base, { path: '/chat/completions', call })
    try {
      return await exchangeChat(pool, request, { signal: time.signal, idleMs, mostBytes })
    } catch (error) {
      if (error instanceof TimeUpError) admission.failed()
      throw error
    }
  }

  async function converse(chat: Chat, time: CallTime): Promise<ChatReply> {
    let ownWays: Partial<Dialect> = {}
    let changes = 0
    let repeats = 0
    for (;;) {
      const dialect = { ...known, ...ownWays }
      const outcome = await attempt(chat, { dialect, time })
      const adapted = changes < MOST_CHANGES ? adapt(outcome, chat, dialect) : undefined
      if (adapted) {
        changes += 1
        if (adapted.isLasting) known = { ...known, ...adapted.change }
        else ownWays = { ...ownWays, ...adapted.change }
        continue
      }
      const judgement = judgeOutcome(outcome, admission)
      if ('reply' in judgement) return judgement.reply
      const { fault, mayRepeat, notBeforeMs = 0 } = judgement
      if (fault.kind === 'too-long') onTooLong?.(statedTokens(outcome))
      const pauseMs = retryPausesMs[repeats]
      if (!mayRepeat || pauseMs === undefined) throw fault
      const againInMs = Math.max(pauseMs, notBeforeMs)
      if (performance.now() + againInMs >= time.endsAt) throw fault
      await realClock.sleep(againInMs, time.signal)
      repeats += 1
    }
  }

  return {
    async send(chat, time) {
      try {
        return await slots.run(() => converse(chat, time), time.signal)
      } catch (error) {
        if (error instanceof NotAdmittedError) {
          throw new ModelFault('unreachable', `the model's endpoint ${error.message}`)
        }
        if (!(error instanceof TimeUpError)) throw error
        throw new ModelFault('unreachable', 'the model did not reply within its time')
      }
    },
  }
}

interface Attempt {
  readonly dialect: Dialect
  readonly time: CallTime
}

/** A refusal of how something was asked, rather than of what. */
function adapt(outcome: ChatOutcome, chat: Chat, dialect: Dialect) {
  if (outcome.kind !== 'refusal' || (outcome.status !== 400 && outcome.status !== 422)) return
  const { refusal } = outcome
  if (refusal.isTooLong || refusal.isFiltered) return
  return adaptDialect(dialect, refusal, { hasShape: chat.schema !== undefined })
}

function statedTokens(outcome: ChatOutcome): number | undefined {
  const refusal = outcome.kind === 'reply' ? outcome.reply.refusal : undefined
  return outcome.kind === 'refusal' ? outcome.refusal.contextTokens : refusal?.contextTokens
}
