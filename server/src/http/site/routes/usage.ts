import { ApiError } from '../../../api-error.ts'
import type { SiteRoutes } from '../site-route.ts'

export const usageRoutes: Pick<SiteRoutes, 'usage' | 'spending'> = {
  usage: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  spending: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
}
