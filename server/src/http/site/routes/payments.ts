import { ApiError } from '../../../api-error.ts'
import type { SiteRoutes } from '../site-route.ts'

export const paymentRoutes: Pick<SiteRoutes, 'recharge' | 'payments' | 'payment' | 'test_payment'> =
  {
    recharge: async () => {
      throw new ApiError('SERVICE_UNAVAILABLE')
    },
    payments: async () => {
      throw new ApiError('SERVICE_UNAVAILABLE')
    },
    payment: async () => {
      throw new ApiError('SERVICE_UNAVAILABLE')
    },
    test_payment: async () => {
      throw new ApiError('SERVICE_UNAVAILABLE')
    },
  }
