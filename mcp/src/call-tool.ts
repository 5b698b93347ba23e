import type { ErrorResponse, SubmissionResponse } from '@footnote/contract/responses'
import { tools as paidTools, type Tool } from '@footnote/contract/tools'
import { asTask, followCall, NOT_FOUND, stopCall } from './follow-call.ts'
import { followTask, UNAVAILABLE } from './follow-task.ts'
import { type ApiReply, type ApiRequest, apiRequest, type McpHost } from './mcp-host.ts'
import { type Progress, type ProgressStep, startProgress } from './progress.ts'
import { toolError } from './tool-error.ts'
import { type ToolResult, toolResult } from './tool-result.ts'
import { listedName, type ToolName, USAGE_CALLS } from './tools.ts'

interface ToolCall {
  readonly name: ToolName
  readonly arguments: Readonly<Record<string, unknown>>
  readonly rpcId: string | number
  /** Aborts when the client no longer wants to know. */
  readonly signal: AbortSignal
  /** Present if the client asked for progress. */
  readonly report: ((step: ProgressStep) => Promise<void>) | undefined
}

const KEY_REFUSED = 401
/** As many tasks as a model can use. */
const MOST_TASKS = 20
/** Statuses that say nothing about a task whose id the client does not have yet. */
const HIDING = [KEY_REFUSED, 502, UNAVAILABLE]
const TASK_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Runs one tool. The API judges the arguments, and its errors are results that a model can read. */
export async function callTool(
  host: McpHost,
  { name, arguments: given, rpcId, signal, report }: ToolCall,
): Promise<ToolResult> {
  const progress = startProgress(report)
  const patience = AbortSignal.any([signal, AbortSignal.timeout(host.waitMs)])
  const wait = (taskId: string) => waitForTask(host, { taskId, patience, tell: progress.tell })
  try {
    switch (name) {
      case 'start_research':
        return await start(
          host,
          { request: paidRequest('research', given), rpcId, signal },
          taskId => checkTask(host, { taskId, patience }),
        )
      case 'check_task':
        return await withTaskId(given, taskId =>
          checkTask(host, { taskId, patience: AbortSignal.abort() }),
        )
      case 'cancel_task':
        return await withTaskId(given, taskId => cancelTask(host, taskId))
      case 'wait_for_task':
        return await withTaskId(given, wait)
      case 'list_tasks':
        return toolResult(
          await host.send(apiRequest(name, { query: { ...given, limit: MOST_TASKS } })),
        )
      case 'wallet':
        return toolResult(await host.send(apiRequest(name)))
      case 'usage':
        return toolResult(
          await host.send(apiRequest(name, { query: { limit: USAGE_CALLS, ...given } })),
        )
      default:
        return await start(host, { request: paidRequest(name, given), rpcId, signal }, wait)
    }
  } finally {
    progress.stop()
  }
}

/** Runs in the background if it can, so that the report outlives a client that stops waiting. */
function paidRequest(tool: Tool, given: ToolCall['arguments']): ApiRequest {
  const body = paidTools[tool].takesBackground ? { ...given, background: true } : given
  return apiRequest(tool, { body })
}

/** Starts a paid call, and stops it if its client cancels the request. */
async function start(
  host: McpHost,
  { request, rpcId, signal }: { request: ApiRequest } & Pick<ToolCall, 'rpcId' | 'signal'>,
  next: (taskId: string) => Promise<ToolResult>,
): Promise<ToolResult> {
  const started = host.pending.start(request, rpcId)
  if (typeof started !== 'string') return toolResult(started)
  const stop = () => {
    if (host.wasCancelled(signal)) stopCall(host, started).catch(host.reportFault)
  }
  signal.addEventListener('abort', stop)
  try {
    return await next(started)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

async function withTaskId(
  { task_id: taskId }: ToolCall['arguments'],
  next: (taskId: string) => Promise<ToolResult>,
): Promise<ToolResult> {
  if (typeof taskId === 'string' && TASK_ID.test(taskId)) return next(taskId)
  return toolError({
    code: 'INVALID_REQUEST',
    message: 'The task_id is missing or invalid. Pass the task_id that another tool returned.',
  })
}

interface Waiting {
  readonly taskId: string
  readonly patience: AbortSignal
}

/** Waits for a call or task. If it outlasts the wait, the result says how to come back. */
async function waitForTask(
  host: McpHost,
  { taskId: id, patience, tell }: Waiting & Pick<Progress, 'tell'>,
): Promise<ToolResult> {
  const { ended, submitted } = await findPending(host, { taskId: id, patience, tell })
  if (ended) return ended
  const { task_id: taskId } = submitted ?? { task_id: id }
  // A task goes on elsewhere, so that nobody who shuts down need wait for it.
  const until = AbortSignal.any([patience, host.closing])
  const followed = await followTask(host, { taskId, until, tell })
  const isTask = submitted || followed?.status !== NOT_FOUND
  const reply = isTask ? followed : await followCall(host, { taskId, until })
  const hidesTask = submitted ? HIDING : [UNAVAILABLE]
  if (reply && !hidesTask.includes(reply.status)) return toolResult(reply, submitted)
  if (submitted && reply?.status !== KEY_REFUSED) {
    return toolResult({ status: 200, body: submitted })
  }
  return noNews({ taskId, reply })
}

/** Says that the state is unknown, and that the result can still be fetched. */
function noNews({ taskId, reply }: { taskId: string; reply: ApiReply | undefined }): ToolResult {
  const body = (reply?.body ?? {
    code: 'TIMED_OUT',
    message: 'The state of the task is unknown.',
  }) as ErrorResponse
  const comeBack = `The call keeps running. To get its result, call ${listedName('wait_for_task')} with task_id "${taskId}" again later, which is free; do not make the same call again.`
  return toolError({ ...body, message: `${body.message} ${comeBack}` })
}

/** Cancels a task, or else the call that this host or another started under the ID. */
async function cancelTask(host: McpHost, taskId: string): Promise<ToolResult> {
  const task = await host.send(apiRequest('cancel_task', { taskId }))
  if (task.status !== NOT_FOUND) return toolResult(task)
  return toolResult(asTask(await host.send(apiRequest('cancel_call', { taskId }))))
}

/** The same at this moment; of a task that was just submitted, what the submission said. */
async function checkTask(host: McpHost, { taskId: id, patience }: Waiting): Promise<ToolResult> {
  const { ended, submitted } = await findPending(host, { taskId: id, patience })
  if (ended) return ended
  if (submitted && !patience.aborted) return toolResult({ status: 200, body: submitted })
  const { task_id: taskId } = submitted ?? { task_id: id }
  const task = await host.send(apiRequest('retrieve_task', { taskId }))
  const reply =
    task.status === NOT_FOUND
      ? await followCall(host, { taskId, until: AbortSignal.abort() })
      : task
  if (reply.status === UNAVAILABLE) return noNews({ taskId, reply })
  return toolResult(reply, submitted)
}

interface Pending {
  readonly ended?: ToolResult
  /** For a submission, which has ended when its task is accepted. */
  readonly submitted?: SubmissionResponse
}

/** How a call that the host knows has ended, or that it has not; nothing of other tasks. */
async function findPending(
  host: McpHost,
  { taskId, patience, tell }: Waiting & Partial<Pick<Progress, 'tell'>>,
): Promise<Pending> {
  const reply = await host.pending.find(taskId, patience, tell)
  if (!reply) return {}
  if (reply.status === 202) return { submitted: reply.body as SubmissionResponse }
  return { ended: toolResult(reply) }
}
