import { isAlwaysTask, priceOf } from '@footnote/contract/prices'
import type { ResearchRequest, WithEffort } from '@footnote/contract/requests'
import { runPaidCall } from '../../calls/paid-call.ts'
import { submitTask } from '../../tasks/submit-task.ts'
import type { PaidRoute } from '../route.ts'

export const research: PaidRoute<WithEffort<ResearchRequest>> = async (deps, call, body) => {
  const effort = body.research_effort
  const price = priceOf('research', effort)
  const { timeLimits } = deps
  if (body.background === true || isAlwaysTask(price)) {
    const paid = { ...call, price, limitMs: timeLimits.submitMs }
    const submission = await submitTask(deps.submissions, paid, body)
    return {
      status: 202,
      body: {
        task_id: submission.taskId,
        status: 'queued',
        expires_at: submission.expiresAt.toISOString(),
        billing: submission.billing,
      },
    }
  }
  const limitMs = effort === 'lite' ? timeLimits.researchLiteMs : timeLimits.researchStandardMs
  const { result, billing } = await runPaidCall(
    deps.calls,
    { ...call, price, limitMs },
    (upstream, budget) => upstream.research(body, budget),
  )
  return { status: 200, body: { output: result, billing } }
}
