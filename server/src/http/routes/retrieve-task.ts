import { limits } from '@footnote/contract/limits'
import type { TaskResponse } from '@footnote/contract/responses'
import { retrieveTask as retrieve } from '../../tasks/retrieve-task.ts'
import type { FreeRoute } from '../route.ts'

export const retrieveTask = (async ({ tasks }, { accountId }, request, reply) => {
  const { task_id: taskId } = request.params as { task_id: string }
  const handOut = request.method !== 'HEAD'
  const task = await retrieve(tasks, { taskId, accountId }, { handOut })
  const body: TaskResponse = {
    task_id: task.taskId,
    status: task.state,
    expires_at: task.expiresAt.toISOString(),
  }
  if (task.message !== undefined) {
    return { ...body, code: 'QUERY_FAILED_REFUNDED' as const, message: task.message }
  }
  if (task.output) return { ...body, result: { output: task.output } }
  if (task.state !== 'completed') reply.header('retry-after', limits.pollSeconds.shortest)
  return body
}) satisfies FreeRoute
