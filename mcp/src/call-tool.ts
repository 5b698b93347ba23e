import type { CallResponse, ErrorResponse, SubmissionResponse } from '@footnote/contract/responses'
import { tools as paidTools, type Tool } from '@footnote/contract/tools'
import { followTask, UNAVAILABLE, within } from './follow-task.ts'
import { type ApiReply, type ApiRequest, apiRequest, type McpHost } from './mcp-host.ts'
import { type Progress, type ProgressStep, startProgress } from './progress.ts'
import { toolError } from './tool-error.ts'
import { type ToolResult, toolResult } from './tool-result.ts'
import type { ToolName } from './tools.ts'

interface ToolCall {
  readonly name: ToolName
  readonly arguments: Readonly<Record<string, unknown>>
  /** Aborts when the client no longer wants to know. */
  readonly signal: AbortSignal
  /** Present if the client asked for progress. */
  readonly report: ((step: ProgressStep) => Promise<void>) | undefined
}

const KEY_REFUSED = 401
const NOT_FOUND = 404
/** As many tasks as a model can use. */
const MOST_TASKS = 20
/** Statuses that say nothing about a task whose id the client does not have yet. */
const HIDING = [KEY_REFUSED, 502, UNAVAILABLE]
const TASK_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Runs one tool. The API judges the arguments, and its errors are results that a model can read. */
export async function callTool(
  host: McpHost,
  { name, arguments: given, signal, report }: ToolCall,
): Promise<ToolResult> {
  const progress = startProgress(report)
  const patience = AbortSignal.any([signal, AbortSignal.timeout(host.waitMs)])
  const wait = (taskId: string) => waitForTask(host, { taskId, patience, tell: progress.tell })
  try {
    switch (name) {
      case 'start_research':
        return await start(host, paidRequest('research', given), taskId =>
          checkTask(host, { taskId, patience }),
        )
      case 'check_task':
        return await withTaskId(host, given, taskId =>
          checkTask(host, { taskId, patience: AbortSignal.abort() }),
        )
      case 'cancel_task':
        return await withTaskId(host, given, taskId => cancelTask(host, taskId))
      case 'wait_for_task':
        return await withTaskId(host, given, wait)
      case 'list_tasks':
        return toolResult(
          host,
          await host.send(apiRequest(name, { query: { ...given, limit: MOST_TASKS } })),
        )
      case 'wallet':
      case 'usage':
        return toolResult(host, await host.send(apiRequest(name)))
      default:
        return await start(host, paidRequest(name, given), wait)
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

async function start(
  host: McpHost,
  request: ApiRequest,
  next: (taskId: string) => Promise<ToolResult>,
): Promise<ToolResult> {
  const started = host.pending.start(request)
  return typeof started === 'string' ? next(started) : toolResult(host, started)
}

async function withTaskId(
  host: McpHost,
  { task_id: taskId }: ToolCall['arguments'],
  next: (taskId: string) => Promise<ToolResult>,
): Promise<ToolResult> {
  if (typeof taskId === 'string' && TASK_ID.test(taskId)) return next(taskId)
  return toolError(host, {
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
  const { ended, submitted } = await findPending(host, { taskId: id, patience })
  if (ended) return ended
  const { task_id: taskId } = submitted ?? { task_id: id }
  // A task goes on elsewhere, so that nobody who shuts down need wait for it.
  const until = AbortSignal.any([patience, host.closing])
  const reply = await followTask(host, { taskId, until, tell })
  const hidesTask = submitted ? HIDING : [UNAVAILABLE]
  if (reply && !hidesTask.includes(reply.status)) return toolResult(host, reply, submitted)
  if (submitted && reply?.status !== KEY_REFUSED) {
    return toolResult(host, { status: 200, body: submitted })
  }
  return noNews(host, { taskId, reply })
}

/** Says that the state is unknown, and that the result can still be fetched. */
function noNews(
  host: McpHost,
  { taskId, reply }: { taskId: string; reply: ApiReply | undefined },
): ToolResult {
  const body = (reply?.body ?? {
    code: 'TIMED_OUT',
    message: 'The state of the task is unknown.',
  }) as ErrorResponse
  const comeBack = `The call keeps running. To get its result, call wait_for_task with task_id "${taskId}" again later, which is free; do not make the same call again.`
  return toolError(host, { ...body, message: `${body.message} ${comeBack}` })
}

/** Cancels a task, or else the call that this host or another started under the ID. */
async function cancelTask(host: McpHost, taskId: string): Promise<ToolResult> {
  const task = await host.send(apiRequest('cancel_task', { taskId }))
  if (task.status !== NOT_FOUND) return toolResult(host, task)
  return toolResult(host, asTask(await host.send(apiRequest('cancel_call', { taskId }))))
}

/** Shows a call in the shape of a task, which the tools hand out for both. */
function asTask(reply: ApiReply): ApiReply {
  if (reply.status !== 200) return reply
  const { request_id: task_id, ...rest } = reply.body as CallResponse
  return { status: 200, body: { task_id, ...rest } }
}

/** The same at this moment; of a task that was just submitted, what the submission said. */
async function checkTask(host: McpHost, { taskId: id, patience }: Waiting): Promise<ToolResult> {
  const { ended, submitted } = await findPending(host, { taskId: id, patience })
  if (ended) return ended
  if (submitted && !patience.aborted) return toolResult(host, { status: 200, body: submitted })
  const { task_id: taskId } = submitted ?? { task_id: id }
  const task = await host.send(apiRequest('retrieve_task', { taskId }))
  // A call that another host or a program has made can be asked for too.
  const call =
    task.status === NOT_FOUND ? await host.send(apiRequest('retrieve_call', { taskId })) : task
  const reply = call === task || call.status === NOT_FOUND ? task : callReply(call)
  if (reply.status === UNAVAILABLE) return noNews(host, { taskId, reply })
  return toolResult(host, reply, submitted)
}

/** The reply that the call's own caller got, the state of the call, or the error. */
function callReply(reply: ApiReply): ApiReply {
  const { result, billing } = reply.body as CallResponse
  return result ? { status: 200, body: { ...result, billing } } : asTask(reply)
}

interface Pending {
  readonly ended?: ToolResult
  /** For a submission, which has ended when its task is accepted. */
  readonly submitted?: SubmissionResponse
}

/** How a call that was started here has ended, or that it has not; nothing of other tasks. */
async function findPending(host: McpHost, { taskId, patience }: Waiting): Promise<Pending> {
  const ending = host.pending.find(taskId)
  if (!ending) return {}
  const reply = await within(ending, patience)
  if (reply?.status === 202) return { submitted: reply.body as SubmissionResponse }
  const running = { status: 200, body: { task_id: taskId, status: 'running' } }
  return { ended: toolResult(host, reply ?? running) }
}
