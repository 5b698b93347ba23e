import { priceOf } from '@footnote/contract/prices'
import type { ValidRequest } from '@footnote/contract/requests'
import type { Effort, Tool } from '@footnote/contract/tools'
import { runPaidCall, startPaidCall } from '../../calls/paid-call.ts'
import { submitTask } from '../../tasks/submit-task.ts'
import type { AdmittedTurn } from '../../upstream/call-slots.ts'
import type { ToolResult } from '../../upstream/tool-calls.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { withoutEvidence } from '../include-evidence.ts'
import type { PaidRoute } from '../route.ts'

/** The fields that decide what a call costs and whether it becomes a task. */
interface CallFields {
  readonly research_effort?: Effort
  readonly background?: boolean
}

type Perform = (upstream: Upstream, turn: AdmittedTurn) => Promise<ToolResult>

/** The route that calls a tool: pays for it, then runs it or submits it as a background task. */
export function paidRoute<Name extends Tool>(tool: Name): PaidRoute<ValidRequest<Name>> {
  return async (deps, { includesEvidence = false, ...call }, body, { isAsync }) => {
    const { timeLimits } = deps
    const { research_effort: effort = null, background = false } = body as CallFields
    const price = priceOf(tool, effort)
    const { timeLimit } = price
    if (background || timeLimit === undefined) {
      const paid = { ...call, price, limitMs: timeLimits.submitMs }
      // Only research takes `background` and has efforts without a time limit.
      const request = body as ValidRequest<'research'>
      const submission = await submitTask(deps.submissions, paid, request)
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
    const paid = { ...call, price, limitMs: timeLimits.callMs[timeLimit.name] }
    const perform: Perform = async (upstream, turn) => {
      const result = await upstream.run(tool, body, turn)
      if (includesEvidence || !('output' in result)) return result
      return { output: withoutEvidence(result.output) }
    }
    if (isAsync) {
      const billing = await startPaidCall(deps.calls, paid, perform)
      const accepted = { request_id: call.requestId, status: 'running', billing }
      return { status: 202, body: accepted, isAsync }
    }
    const { result, billing } = await runPaidCall(deps.calls, paid, perform)
    return { status: 200, body: { ...result, billing } }
  }
}
