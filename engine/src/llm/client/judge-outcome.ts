import type { Admission } from '../../outside/create-admission.ts'
import { retryAfterMs } from '../../outside/retry-after-ms.ts'
import type { ChatOutcome } from './exchange-chat.ts'
import type { ChatReply } from './gather-chat.ts'
import { ModelFault } from './model-fault.ts'

/** What to make of an outcome: a reply to go on with, or a fault and whether to try once more. */
export type Judgement =
  | { readonly reply: ChatReply }
  | { readonly fault: ModelFault; readonly mayRepeat?: true; readonly notBeforeMs?: number }

/** What passes by itself, and before any work was done. */
const PASSING = new Set([500, 502, 503, 504, 529])

/** Tells the admission how the endpoint does, and the caller what came of it, in words of our own. */
export function judgeOutcome(outcome: ChatOutcome, admission: Admission): Judgement {
  if (outcome.kind === 'reply') return judgeReply(outcome.reply, admission)
  if (outcome.kind === 'nothing') {
    admission.failed()
    const code = outcome.code === undefined ? '' : ` (${outcome.code})`
    return { fault: unreachable(`the model's endpoint cannot be reached${code}`), mayRepeat: true }
  }
  const { status, headers, refusal } = outcome
  const isAnswered = status === 400 || status === 413 || status === 422
  // It has read what it was sent, and would have answered something else.
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
  // None of these gets better by asking again soon.
  if ([401, 402, 403, 404, 429].includes(status)) admission.shutOut()
  return {
    fault: unreachable(`the model's endpoint answered with status ${status}${advice(status)}`),
  }
}

/** A reply was announced, and its time was up before anything of it came. */
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
  // Whether a silence was long enough to count is known to whoever sent the prompt.
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
