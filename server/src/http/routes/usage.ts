import { listUsage } from '../../wallet/list-usage.ts'
import type { FreeRoute } from '../route.ts'

export const usage: FreeRoute = async ({ database }, { accountId }) => ({
  calls: await listUsage(database, accountId),
})
