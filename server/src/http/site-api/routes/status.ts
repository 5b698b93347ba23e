import { currentStatus } from '../../current-status.ts'
import type { SiteRoutes } from '../site-route.ts'

export const statusRoutes: Pick<SiteRoutes, 'status'> = {
  status: async ({ api }, { query }) => currentStatus(api, query),
}
