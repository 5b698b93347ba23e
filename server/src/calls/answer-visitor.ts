import type { AnswerResult } from '@footnote/contract/responses'
import { callName } from '@footnote/contract/tools'
import { ApiError } from '../api-error.ts'
import { networkOf } from '../attempts/network-of.ts'
import { countWithin, takeAttempt } from '../attempts/take-attempt.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { CallDependencies } from './paid-call.ts'

const HOUR_MS = 3_600_000
/** One queue for all visitors, so that together they wait like one account. */
const PLACE = { queue: 'visitors', kind: callName({ tool: 'answer', effort: null }), isTask: false }

/**
 * Answers a visitor's question, which nobody pays for. It is never queued: it only runs if the upstream has
 * room, so that no paid call waits for it.
 */
export async function answerVisitor(
  { database, upstream, inFlight, reportRefund }: CallDependencies,
  {
    query,
    address,
    most,
    limitMs,
  }: {
    query: string
    address: string
    /** Answers for all visitors within an hour. */
    most: number
    limitMs: number
  },
): Promise<AnswerResult> {
  await takeAttempt(database, 'visitorAnswerFromAddress', networkOf(address))
  const seconds = await countWithin(database, 'visitorAnswer', { most, windowMs: HOUR_MS })
  if (seconds > 0) throw new ApiError('TRY_LATER', { retryAfterSeconds: seconds })
  return inFlight.run(limitMs, async budget => {
    const turn = { ...budget, queue: PLACE.queue }
    const isBusy =
      upstream.isFull(PLACE) ||
      upstream.refusalMs(limitMs, PLACE) !== undefined ||
      inFlight.stopping.aborted
    if (isBusy) throw new ApiError('TRY_LATER')
    try {
      const slot = await upstream.takeSlot(turn, PLACE)
      try {
        return (await upstream.run('answer', { query }, { ...turn, slot })) as AnswerResult
      } finally {
        slot.free()
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      reportRefund(error)
      throw new ApiError('NO_ANSWER')
    }
  })
}
