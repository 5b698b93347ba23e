import { ApiError } from '../../../api-error.ts'
import type { SiteRoutes } from '../site-route.ts'

export const accountRoutes: Pick<
  SiteRoutes,
  'change_password' | 'change_email' | 'confirm_new_email' | 'close_account'
> = {
  change_password: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  change_email: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  confirm_new_email: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  close_account: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
}
