import type { Operation } from './operations.ts'

/** Descriptions of the operation groups. */
export const operationGroups = {
  'Paid calls':
    'Answers and research. Each call is paid from the wallet before it runs, and refunded if it fails.',
  'Background tasks': 'Retrieve the result of a background task, or watch its progress. Free.',
  Account: 'The balance and the charged calls of your account. Free.',
  Health: 'Whether the service is up. Needs no API key.',
} as const

export type OperationGroup = keyof typeof operationGroups

export const OPERATION_GROUPS = Object.keys(operationGroups) as OperationGroup[]

/** Under which heading the documents show an operation. */
export function operationGroup({ request, path, authenticated }: Operation): OperationGroup {
  if (request) return 'Paid calls'
  if (path.includes('{task_id}')) return 'Background tasks'
  return authenticated ? 'Account' : 'Health'
}
