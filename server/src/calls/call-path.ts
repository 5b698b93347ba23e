import { operations } from '@footnote/contract/operations'

/** The path that shows a call. */
export function callPath(requestId: string): string {
  return operations.retrieve_call.path.replace('{request_id}', requestId)
}
