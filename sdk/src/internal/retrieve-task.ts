import type { CallOptions } from '../core/footnote-options.ts'
import { operations, type TaskResponse } from '../core/wire.ts'
import type { Reply } from './exchange.ts'
import { sendRequest } from './send-request.ts'
import { pollLimitMs } from './time-limits.ts'
import type { Service } from './transport.ts'

/** Polls a task once. The reply includes how long to wait before the next poll. */
export async function retrieveTask(
  service: Service,
  taskId: string,
  options: CallOptions,
): Promise<Reply<TaskResponse>> {
  const { method, path } = operations.retrieve_task
  const call = { method, path: taskPath(path, taskId), limitMs: pollLimitMs }
  return sendRequest<TaskResponse>(service, call, options)
}

/** Puts a task id into a path, and rejects ids that would change the path. */
export function taskPath(path: string, taskId: string): string {
  if (typeof taskId !== 'string' || /^[\s.]*$/.test(taskId)) {
    throw new TypeError('taskId must be the task_id from the submission')
  }
  return path.replace('{task_id}', () => encodeURIComponent(taskId))
}
