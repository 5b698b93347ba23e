import type { SiteRoutes } from '../site-route.ts'
import { setCookies, visitorOf } from '../visitor-of.ts'

const done = { status: 'done' } as const

export const twoFactorRoutes: Pick<
  SiteRoutes,
  'start_two_factor' | 'confirm_two_factor' | 'stop_two_factor' | 'new_backup_codes'
> = {
  start_two_factor: async ({ signIn }, { member, body, request }) => {
    const visitor = visitorOf(request)
    const { uri, secret, backupCodes } = await signIn.startTwoFactor(member, visitor, body.password)
    return { uri, secret, backup_codes: backupCodes }
  },
  confirm_two_factor: async ({ signIn }, { member, body, request, reply }) => {
    setCookies(reply, await signIn.confirmTwoFactor(member, visitorOf(request), body.code))
    return done
  },
  stop_two_factor: async ({ signIn }, { member, body, request, reply }) => {
    setCookies(reply, await signIn.stopTwoFactor(member, visitorOf(request), body.password))
    return done
  },
  new_backup_codes: async ({ signIn }, { member, body, request }) => {
    const visitor = visitorOf(request)
    return { backup_codes: await signIn.renewBackupCodes(member, visitor, body.password) }
  },
}
