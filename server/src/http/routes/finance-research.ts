import { priceOf } from '@footnote/contract/prices'
import type { FinanceRequest, WithEffort } from '@footnote/contract/requests'
import { runPaidCall } from '../../calls/paid-call.ts'
import type { PaidRoute } from '../route.ts'

export const financeResearch: PaidRoute<WithEffort<FinanceRequest>> = async (
  { calls, timeLimits },
  call,
  body,
) => {
  const price = priceOf('finance_research', body.research_effort)
  const { result, billing } = await runPaidCall(
    calls,
    { ...call, price, limitMs: timeLimits.financeMs },
    (upstream, budget) => upstream.finance(body, budget),
  )
  return { status: 200, body: { output: result, billing } }
}
