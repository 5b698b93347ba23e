import { ApiError } from '../../../api-error.ts'
import type { SiteRoutes } from '../site-route.ts'

export const sessionRoutes: Pick<
  SiteRoutes,
  'sessions' | 'revoke_session' | 'revoke_other_sessions'
> = {
  sessions: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  revoke_session: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  revoke_other_sessions: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
}
