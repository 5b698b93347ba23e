import type { SiteRoutes } from '../site-route.ts'
import { setCookies, visitorOf } from '../visitor-of.ts'

const done = { status: 'done' } as const

export const accountRoutes: Pick<
  SiteRoutes,
  'change_password' | 'change_email' | 'confirm_new_email' | 'close_account'
> = {
  change_password: async ({ signIn }, { member, body, request, reply }) => {
    const { current_password: currentPassword, new_password: newPassword } = body
    const change = { currentPassword, newPassword }
    setCookies(reply, await signIn.changePassword(member, visitorOf(request), change))
    return done
  },
  change_email: async ({ signIn }, { member, body }) => {
    await signIn.changeEmail(member, body)
    return done
  },
  confirm_new_email: async ({ signIn }, { member, body }) => {
    await signIn.confirmNewEmail(member, body)
    return done
  },
  close_account: async ({ signIn, payments }, { member, body, request, reply }) => {
    const { password, balance_units: shown } = body
    await signIn.closeAccount(member, {
      password,
      shownUnits: BigInt(shown),
      endPayments: () => payments.endPayments(member.accountId),
    })
    // The session is gone with the account; this takes its cookie away too.
    setCookies(reply, await signIn.signOut(visitorOf(request)))
    return done
  },
}
