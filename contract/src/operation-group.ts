import type { Operation } from './operations.ts'

export const OPERATION_GROUPS = ['Paid calls', 'Background tasks', 'Account', 'Health'] as const

type OperationGroup = (typeof OPERATION_GROUPS)[number]

/** Under which heading the documents show an operation. */
export function operationGroup({ request, path, authenticated }: Operation): OperationGroup {
  if (request) return 'Paid calls'
  if (path.includes('{task_id}')) return 'Background tasks'
  return authenticated ? 'Account' : 'Health'
}
