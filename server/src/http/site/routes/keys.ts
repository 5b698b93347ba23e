import { ApiError } from '../../../api-error.ts'
import type { SiteRoutes } from '../site-route.ts'

export const keyRoutes: Pick<SiteRoutes, 'keys' | 'create_key' | 'revoke_key'> = {
  keys: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  create_key: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  revoke_key: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
}
