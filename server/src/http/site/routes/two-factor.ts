import { ApiError } from '../../../api-error.ts'
import type { SiteRoutes } from '../site-route.ts'

export const twoFactorRoutes: Pick<
  SiteRoutes,
  'start_two_factor' | 'confirm_two_factor' | 'stop_two_factor' | 'new_backup_codes'
> = {
  start_two_factor: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  confirm_two_factor: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  stop_two_factor: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  new_backup_codes: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
}
