import { siteLimits } from '@footnote/contract/site/limits'
import { listSpending } from '../../../wallet/list-spending.ts'
import { listUsage } from '../../../wallet/list-usage.ts'
import { readDays } from '../read-days.ts'
import type { SiteRoutes } from '../site-route.ts'

export const usageRoutes: Pick<SiteRoutes, 'usage' | 'spending'> = {
  usage: async ({ database }, { member: { accountId } }) => ({
    calls: await listUsage(database, accountId),
  }),

  spending: async ({ database }, { member: { accountId }, query }) =>
    listSpending(database, { accountId, days: readDays(query.days, siteLimits.spendingDays) }),
}
