import { siteLimits } from '@footnote/contract/site/limits'
import { listSpending } from '../../../wallet/list-spending.ts'
import { listUsage } from '../../../wallet/list-usage.ts'
import { invalid } from '../../validate-body.ts'
import type { SiteRoutes } from '../site-route.ts'

export const usageRoutes: Pick<SiteRoutes, 'usage' | 'spending'> = {
  usage: async ({ database }, { member: { accountId } }) => ({
    calls: await listUsage(database, accountId),
  }),

  spending: async ({ database }, { member: { accountId }, query }) =>
    listSpending(database, { accountId, days: readDays(query.days) }),
}

function readDays(text: string | undefined): number {
  const { fewest, default: usual, most } = siteLimits.spendingDays
  const days = text === undefined ? usual : Number(text)
  if (days >= fewest && days <= most) return days
  throw invalid('INVALID_REQUEST', [
    { path: '/days', message: `must be from ${fewest} to ${most}` },
  ])
}
