import type { TaskState } from '@footnote/contract/responses'
import { listTasks as readTasks } from '../../tasks/list-tasks.ts'
import { createReadQuery } from '../read-query.ts'
import type { FreeRoute } from '../route.ts'

const readQuery = createReadQuery<{ cursor?: string; limit?: number; state?: TaskState }>(
  'list_tasks',
)

export const listTasks: FreeRoute = async ({ database }, { accountId }, request) => {
  const { limit, ...query } = readQuery(request)
  return readTasks(database, accountId, { ...query, ...(limit && { most: limit }) })
}
