import type { CallOptions, Service } from '../core/service.ts'
import { operations, type TaskResponse } from '../core/wire.ts'
import type { Reply } from './exchange.ts'
import { sendRequest } from './send-request.ts'
import { taskPath } from './task-path.ts'
import { pollLimitMs } from './time-limits.ts'

/** The task as the service has it, and how long the service asks to wait before the next look. */
export async function retrieveTask(
  service: Service,
  taskId: string,
  options: CallOptions,
): Promise<Reply<TaskResponse>> {
  const { method, path } = operations.retrieve_task
  const call = { method, path: taskPath(path, taskId), limitMs: pollLimitMs }
  return sendRequest<TaskResponse>(service, call, options)
}
