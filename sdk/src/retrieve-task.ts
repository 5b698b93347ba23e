import type { Reply } from './exchange.ts'
import { sendRequest } from './send-request.ts'
import type { CallOptions, Service } from './service.ts'
import { taskPath } from './task-path.ts'
import { limitsMs } from './time-limits.ts'
import { operations, type TaskResponse } from './wire.ts'

/** The task as the service has it, and how long the service asks to wait before the next look. */
export async function retrieveTask(
  service: Service,
  taskId: string,
  options: CallOptions,
): Promise<Reply<TaskResponse>> {
  const { method, path } = operations.retrieve_task
  const call = { method, path: taskPath(path, taskId), limitMs: limitsMs.poll }
  return sendRequest<TaskResponse>(service, call, options)
}
