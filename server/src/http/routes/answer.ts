import { priceOf } from '@footnote/contract/prices'
import type { AnswerRequest } from '@footnote/contract/requests'
import { runPaidCall } from '../../calls/paid-call.ts'
import type { PaidRoute } from '../route.ts'

export const answer: PaidRoute<AnswerRequest> = async ({ calls, timeLimits }, call, body) => {
  const { result, billing } = await runPaidCall(
    calls,
    { ...call, price: priceOf('answer', null), limitMs: timeLimits.answerMs },
    (upstream, budget) => upstream.answer(body, budget),
  )
  return { status: 200, body: { ...result, billing } }
}
