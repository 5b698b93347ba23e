import { UNITS_PER_USD } from '@footnote/contract/units'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../../../api-error.ts'
import { networkOf } from '../../../attempts/network-of.ts'
import { takeAttempt } from '../../../attempts/take-attempt.ts'
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
      await countCode(database, member)
      const login = await findDeviceLogin(database, body.user_code)
      if (!login) throw wrongCode()
      return {
        device_name: login.deviceName,
        network: login.network,
        is_own_network: login.network === networkOf(visitorOf(request).address),
        created_at: login.createdAt.toISOString(),
      }
    },

    approve_device: async ({ database }, { member, body }) => {
      await countCode(database, member)
      const outcome = await approveDeviceLogin(database, {
        accountId: member.accountId,
        typedCode: body.user_code,
        monthCapUnits: BigInt(body.month_cap_cents) * UNITS_PER_CENT,
      })
      switch (outcome) {
        case 'approved':
          return done
        case 'not_found':
          throw wrongCode()
        case 'too_many':
          throw new ApiError('INVALID_REQUEST', {
            message: 'Your account has too many active keys. Revoke one under API keys first.',
          })
        case 'account_closed':
          throw new ApiError('SIGNED_OUT')
      }
    },

    deny_device: async ({ database }, { member, body }) => {
      await countCode(database, member)
      if (!(await denyDeviceLogin(database, body.user_code))) throw wrongCode()
      return done
    },
  }

/** Limits how many codes a member can guess. */
function countCode(database: Database, { userId }: Member): Promise<void> {
  return takeAttempt(database, 'deviceCodeOfMember', userId)
}

function wrongCode(): ApiError {
  const message = 'is wrong or has expired; check your terminal, or run footnote login again'
  return invalid('INVALID_REQUEST', [{ path: '/user_code', message }])
}
