import { UNITS_PER_USD } from '@footnote/contract/units'
import { ApiError } from '../../../api-error.ts'
import {
  approveDeviceLogin,
  denyDeviceLogin,
  findDeviceLogin,
} from '../../../connections/device-logins.ts'
import type { Member } from '../../../sign-in/sign-in.ts'
import { invalid } from '../../validate-body.ts'
import { visitorOf } from '../read-request.ts'
import type { SiteRoutes } from '../site-route.ts'

const UNITS_PER_CENT = UNITS_PER_USD / 100n
const done = { status: 'done' } as const

export const deviceRoutes: Pick<SiteRoutes, 'describe_device' | 'approve_device' | 'deny_device'> =
  {
    describe_device: async ({ database }, { member, body, request }) => {
      const login = await findDeviceLogin(database, {
        ...typed(member, body),
        address: visitorOf(request).address,
      })
      if (!login) throw wrongCode()
      return {
        device_name: login.deviceName,
        network: login.network,
        is_own_network: login.isOwnNetwork,
        created_at: login.createdAt.toISOString(),
      }
    },

    approve_device: async ({ database }, { member, body }) => {
      const outcome = await approveDeviceLogin(database, {
        ...typed(member, body),
        accountId: member.accountId,
        monthCapUnits: BigInt(body.month_cap_cents) * UNITS_PER_CENT,
      })
      switch (outcome) {
        case 'approved':
          return done
        case 'not_found':
          throw wrongCode()
        case 'too_many':
          throw new ApiError('INVALID_REQUEST', {
            message: 'Your account has too many active keys. Revoke one under Access first.',
          })
        case 'account_closed':
          throw new ApiError('SIGNED_OUT')
      }
    },

    deny_device: async ({ database }, { member, body }) => {
      if (!(await denyDeviceLogin(database, typed(member, body)))) throw wrongCode()
      return done
    },
  }

function typed({ userId }: Member, { user_code }: { user_code: string }) {
  return { userId, typedCode: user_code }
}

function wrongCode(): ApiError {
  const message = 'is wrong or has expired; check your terminal, or run footnote login again'
  return invalid('INVALID_REQUEST', [{ path: '/user_code', message }])
}
