import { ApiError } from '../../../api-error.ts'
import type { SiteRoutes } from '../site-route.ts'

export const signInRoutes: Pick<
  SiteRoutes,
  | 'session'
  | 'sign_up'
  | 'confirm_email'
  | 'sign_in'
  | 'sign_in_with'
  | 'second_factor'
  | 'sign_out'
  | 'request_reset'
  | 'reset_password'
> = {
  session: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  sign_up: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  confirm_email: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  sign_in: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  sign_in_with: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  second_factor: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  sign_out: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  request_reset: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
  reset_password: async () => {
    throw new ApiError('SERVICE_UNAVAILABLE')
  },
}
