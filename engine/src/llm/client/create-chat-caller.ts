import { createSlots } from '../../create-slots.ts'
import { realClock } from '../../outside/clock.ts'
import {
  type Admission,
  createAdmission,
  NotAdmittedError,
} from '../../outside/create-admission.ts'
import { retryAfterMs } from '../../outside/exchange-json.ts'
import { type CallTime, TimeUpError } from './call-time.ts'
import { adaptDialect, type Chat, commonDialect, type Dialect } from './chat-request.ts'
import { ModelFault } from './model-fault.ts'
import { type ChatOutcome, type ChatWireOptions, openChatWire } from './open-chat-wire.ts'
import type { ChatReply } from './read-chat.ts'

export interface ChatCaller {
  /** Returns a reply that is not empty; rejects with a ModelFault or the caller's reason. */
  send(chat: Chat, time: CallTime): Promise<ChatReply>
}

export interface ChatCallerOptions extends ChatWireOptions {
  /** Pauses before further attempts. */
  readonly retryPausesMs?: readonly number[]
  /** How long an endpoint that keeps failing, or refuses the key, is left alone. */
  readonly restMs?: number
  /** How long a silence must last to count as a failure. */
  readonly patienceMs?: number
  /** Called if a prompt was too long, with the context length if the endpoint stated it. */
  readonly onTooLong?: (chat: Chat, contextTokens: number | undefined) => void
}

const RETRY_PAUSES_MS = [250, 1_000]
const REST_MS = 30_000
/** A shorter silence says nothing about the endpoint; the shortest runs wait hardly longer. */
const PATIENCE_MS = 4_000
/** Limit on format changes for one prompt. */
const MOST_CHANGES = 8

/** Sends prompts to one endpoint, within its limit on parallel calls and in its dialect. */
export function createChatCaller(options: ChatCallerOptions): ChatCaller {
  const { parallel, retryPausesMs = RETRY_PAUSES_MS, restMs = REST_MS, onTooLong } = options
  const { patienceMs = PATIENCE_MS } = options
  const wire = openChatWire(options)
  const slots = createSlots(parallel)
  const admission = createAdmission({
    callsPerSecond: undefined,
    pauseMs: restMs,
    clock: realClock,
  })
  let known: Dialect = commonDialect
  let silenceEndedAt = Number.NEGATIVE_INFINITY

  /** Counts simultaneous silences once: readers that time out together must not block the writing. */
  function noteSilence(startedAt: number): void {
    const now = performance.now()
    if (now - startedAt < patienceMs || startedAt < silenceEndedAt) return
    silenceEndedAt = now
    admission.failed()
  }

  async function attempt(chat: Chat, dialect: Dialect, time: CallTime): Promise<ChatOutcome> {
    await admission.enter(time)
    const startedAt = performance.now()
    try {
      const outcome = await wire(chat, { dialect, signal: time.signal })
      if (isSilence(outcome)) noteSilence(startedAt)
      return outcome
    } catch (error) {
      if (error instanceof TimeUpError) noteSilence(startedAt)
      throw error
    }
  }

  async function converse(chat: Chat, time: CallTime): Promise<ChatReply> {
    let ownWays: Partial<Dialect> = {}
    let changes = 0
    let repeats = 0
    for (;;) {
      const dialect = { ...known, ...ownWays }
      const outcome = await attempt(chat, dialect, time)
      const adapted = changes < MOST_CHANGES ? adapt(outcome, chat, dialect) : undefined
      if (adapted) {
        // The endpoint replied, so it is up.
        admission.succeeded()
        changes += 1
        if (adapted.isLasting) known = { ...known, ...adapted.change }
        else ownWays = { ...ownWays, ...adapted.change }
        continue
      }
      const judgement = judgeOutcome(outcome, admission)
      if ('reply' in judgement) return judgement.reply
      const { fault, mayRepeat, notBeforeMs = 0 } = judgement
      if (fault.kind === 'too-long') onTooLong?.(chat, statedTokens(outcome))
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

/** Adapts the dialect if the endpoint refused the format of a request. */
function adapt(outcome: ChatOutcome, chat: Chat, dialect: Dialect) {
  if (outcome.kind !== 'refusal' || (outcome.status !== 400 && outcome.status !== 422)) return
  const { refusal } = outcome
  if (refusal.isTooLong || refusal.isFiltered) return
  return adaptDialect(dialect, refusal, { hasShape: chat.schema !== undefined })
}

function statedTokens(outcome: ChatOutcome): number | undefined {
  if (outcome.kind === 'refusal') return outcome.refusal.contextTokens
  return outcome.kind === 'reply' ? outcome.reply.refusal?.contextTokens : undefined
}

/** The meaning of an outcome: a reply, or a fault that may allow another attempt. */
export type Judgement =
  | { readonly reply: ChatReply }
  | { readonly fault: ModelFault; readonly mayRepeat?: true; readonly notBeforeMs?: number }

/** Temporary failures before any work was done. */
const PASSING = new Set([500, 502, 503, 504, 529])

/** Reports the outcome to the admission, and returns the reply or a fault in our own words. */
export function judgeOutcome(outcome: ChatOutcome, admission: Admission): Judgement {
  if (outcome.kind === 'reply') return judgeReply(outcome.reply, admission)
  if (outcome.kind === 'nothing') {
    admission.failed()
    const code = outcome.code === undefined ? '' : ` (${outcome.code})`
    return { fault: unreachable(`the model's endpoint cannot be reached${code}`), mayRepeat: true }
  }
  const { status, headers, refusal } = outcome
  const isAnswered = status === 400 || status === 413 || status === 422
  // The endpoint read the request, so it is up.
  if (isAnswered) admission.succeeded()
  if (refusal.isTooLong || status === 413) return { fault: tooLong() }
  if (refusal.isFiltered) return { fault: refused() }
  if (PASSING.has(status)) {
    admission.failed()
    const restMs = retryAfterMs(headers)
    return {
      fault: unreachable(`the model's endpoint answered with status ${status}`),
      mayRepeat: true,
      ...(restMs !== undefined && { notBeforeMs: restMs }),
    }
  }
  if (status === 429 && !/insufficient_quota|billing/.test(refusal.said)) {
    const restMs = retryAfterMs(headers)
    if (restMs !== undefined) admission.restFor(restMs)
    return {
      fault: unreachable("the model's endpoint is asked too often; lower FOOTNOTE_LLM_PARALLEL"),
      mayRepeat: true,
      ...(restMs !== undefined && { notBeforeMs: restMs }),
    }
  }
  // Another attempt soon would not help.
  if ([401, 402, 403, 404, 429].includes(status)) admission.shutOut()
  return {
    fault: unreachable(`the model's endpoint answered with status ${status}${advice(status)}`),
  }
}

/** Returns whether a reply began but nothing of it arrived in time. */
export function isSilence(outcome: ChatOutcome): boolean {
  return outcome.kind === 'reply' && outcome.reply.end === 'time' && !hasCome(outcome.reply)
}

function hasCome({ text, hasThought, end }: ChatReply): boolean {
  return text !== '' || hasThought || end === 'refused'
}

function judgeReply(reply: ChatReply, admission: Admission): Judgement {
  const { end, refusal } = reply
  if (hasCome(reply)) {
    admission.succeeded()
    return { reply }
  }
  if (refusal?.isTooLong) return { fault: tooLong() }
  if (refusal?.isFiltered) return { fault: refused() }
  if (end === 'garbled' || end === 'whole' || end === 'length') {
    return { fault: new ModelFault('garbled', 'the model sent a reply with nothing in it') }
  }
  // The sender of the prompt decides whether the silence was long enough to count.
  if (end === 'time') return { fault: unreachable('the model did not reply within its time') }
  admission.failed()
  return { fault: unreachable('the model broke off before it said anything') }
}

export function tooLong(): ModelFault {
  return new ModelFault('too-long', 'the prompt is longer than the model takes')
}

export function refused(): ModelFault {
  return new ModelFault('refused', 'the model declined to do what it was asked')
}

function unreachable(message: string): ModelFault {
  return new ModelFault('unreachable', message)
}

function advice(status: number): string {
  if (status === 401 || status === 403) return '; check FOOTNOTE_LLM_KEY'
  if (status === 404) return '; check FOOTNOTE_LLM_URL and FOOTNOTE_LLM_MODEL'
  if (status === 402 || status === 429) return '; its account has nothing left to spend'
  return status >= 300 && status < 400 ? ', which leads elsewhere; check FOOTNOTE_LLM_URL' : ''
}
