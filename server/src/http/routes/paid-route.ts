import { priceOf } from '@footnote/contract/prices'
import type { ValidRequest } from '@footnote/contract/requests'
import type { Effort, Tool } from '@footnote/contract/tools'
import { runPaidCall, startPaidCall } from '../../calls/paid-call.ts'
import type { RunningCall } from '../../calls/running-calls.ts'
import { submitTask } from '../../tasks/submit-task.ts'
import type { AdmittedTurn } from '../../upstream/call-slots.ts'
import type { ToolResult } from '../../upstream/tool-calls.ts'
import type { Upstream } from '../../upstream/upstream.ts'
import { withoutEvidence } from '../include-evidence.ts'
import type { AppDependencies, RouteCall } from '../route.ts'

/** The fields that decide what a call costs and whether it becomes a task. */
interface CallFields {
  readonly research_effort?: Effort
  readonly background?: boolean
}

type Perform = (upstream: Upstream, turn: AdmittedTurn) => Promise<ToolResult>

/** Calls a tool. Debits the call, then runs it or submits it as a background task. */
interface PaidRoute<Body> {
  /** Returns the response once the call has ended or the task is accepted. */
  run(deps: AppDependencies, call: RouteCall, body: Body): Promise<PaidReply>
  /** True if the call becomes a background task, which `start` does not take. */
  isTask(body: Body): boolean
  /** Returns once the call is debited; its caller follows it or asks for the result later. */
  start(deps: AppDependencies, call: RouteCall, body: Body): Promise<RunningCall>
}

interface PaidReply {
  readonly status: 200 | 202
  readonly body: object
}

export function paidRoute<Name extends Tool>(tool: Name): PaidRoute<ValidRequest<Name>> {
  type Body = ValidRequest<Name>

  const readPrice = (body: Body) => priceOf(tool, (body as CallFields).research_effort ?? null)

  function prepare(
    { timeLimits }: AppDependencies,
    { includesEvidence = false, ...call }: RouteCall,
    body: Body,
  ) {
    const price = readPrice(body)
    const { timeLimit } = price
    if (!timeLimit) throw new Error('a task has no time limit and cannot be waited for')
    const perform: Perform = async (upstream, turn) => {
      const result = await upstream.run(tool, body, turn)
      if (includesEvidence || !('output' in result)) return result
      return { output: withoutEvidence(result.output) }
    }
    return { paid: { ...call, price, limitMs: timeLimits.callMs[timeLimit.name] }, perform }
  }

  const isTask = (body: Body) =>
    (body as CallFields).background === true || readPrice(body).timeLimit === undefined

  return {
    isTask,
    async run(deps, call, body) {
      if (isTask(body)) return submit(deps, { ...call, price: readPrice(body) }, body)
      const { paid, perform } = prepare(deps, call, body)
      const { result, billing } = await runPaidCall(deps.calls, paid, perform)
      return { status: 200, body: { ...result, billing } }
    },
    async start(deps, call, body) {
      const { paid, perform } = prepare(deps, call, body)
      return startPaidCall(deps.calls, paid, perform)
    },
  }
}

async function submit(
  { submissions, timeLimits }: AppDependencies,
  { includesEvidence: _, ...call }: RouteCall & { price: ReturnType<typeof priceOf> },
  // Only research takes `background` and has efforts without a time limit.
  body: object,
): Promise<PaidReply> {
  const paid = { ...call, limitMs: timeLimits.submitMs }
  const submission = await submitTask(submissions, paid, body as ValidRequest<'research'>)
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
