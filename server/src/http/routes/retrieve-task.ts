import { limits } from '@footnote/contract/limits'
import type { TaskResponse } from '@footnote/contract/responses'
import { cancelTask as cancel } from '../../tasks/cancel-task.ts'
import { type RetrievedTask, retrieveTask as retrieve } from '../../tasks/retrieve-task.ts'
import { includesEvidence, withoutEvidence } from '../include-evidence.ts'
import type { FreeRoute } from '../route.ts'

export const cancelTask = (async ({ calls, tasks, timeLimits }, { accountId }, request) => {
  const { task_id: taskId } = request.params as { task_id: string }
  const deps = { ...calls, ...tasks, ...timeLimits }
  return taskBody(await cancel(deps, { taskId, accountId }))
}) satisfies FreeRoute

export const retrieveTask = (async (deps, caller, request, reply) => {
  const body = await retrieveSiteTask(deps, caller, request, reply)
  if (!body.result || includesEvidence(request)) return body
  return { ...body, result: { output: withoutEvidence(body.result.output) } }
}) satisfies FreeRoute

/** The route of a task on the website, which always shows evidence. */
export const retrieveSiteTask = (async ({ tasks }, { accountId }, request, reply) => {
  const { task_id: taskId } = request.params as { task_id: string }
  const handOut = request.method !== 'HEAD'
  const task = await retrieve(tasks, { taskId, accountId }, { handOut })
  if (task.state !== 'completed' && task.state !== 'failed') {
    reply.header('retry-after', limits.pollSeconds.shortest)
  }
  return taskBody(task)
}) satisfies FreeRoute

function taskBody(task: RetrievedTask): TaskResponse {
  return {
    task_id: task.taskId,
    status: task.state,
    expires_at: task.expiresAt.toISOString(),
    ...(task.message !== undefined && { code: 'QUERY_FAILED_REFUNDED', message: task.message }),
    ...(task.output && { result: { output: task.output } }),
  }
}
