import { ApiError } from '../../../api-error.ts'
import type { SiteRoutes } from '../site-route.ts'

export const walletRoutes: Pick<SiteRoutes, 'wallet' | 'movements' | 'set_notice'> = {
  wallet: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  movements: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  set_notice: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
}
