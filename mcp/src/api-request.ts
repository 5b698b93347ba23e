import { type Operation, type OperationName, operations } from '@footnote/contract/operations'
import type { ApiRequest } from './mcp-host.ts'

/** An operation of the contract with what goes into its path and body. */
export function apiRequest(
  name: OperationName,
  { taskId = '', body }: { taskId?: string; body?: object } = {},
): ApiRequest {
  const { method, path }: Operation = operations[name]
  return { method, path: path.replace('{task_id}', taskId), ...(body && { body }) }
}
