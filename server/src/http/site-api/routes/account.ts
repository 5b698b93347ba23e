import { ApiError } from '../../../api-error.ts'
import { setCookies, visitorOf } from '../read-request.ts'
import type { SiteRoutes } from '../site-route.ts'

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
    // The session ended with the account; this removes its cookie too.
    setCookies(reply, await signIn.signOut(visitorOf(request)))
    return done
  },
}

export const sessionRoutes: Pick<
  SiteRoutes,
  'sessions' | 'revoke_session' | 'revoke_other_sessions'
> = {
  sessions: async ({ signIn }, { member }) => ({ sessions: await signIn.listSessions(member) }),
  revoke_session: async ({ signIn }, { member, params }) => {
    const isRevoked = await signIn.revokeSession(member, params['session_id'] ?? '')
    if (!isRevoked) throw new ApiError('NOT_FOUND')
    return done
  },
  revoke_other_sessions: async ({ signIn }, { member }) => {
    await signIn.revokeOtherSessions(member)
    return done
  },
}

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

export const passkeyRoutes: Pick<
  SiteRoutes,
  'passkeys' | 'start_passkey' | 'add_passkey' | 'rename_passkey' | 'remove_passkey'
> = {
  passkeys: async ({ signIn }, { member }) => ({ passkeys: await signIn.listPasskeys(member) }),
  start_passkey: async ({ signIn }, { member, body, request, reply }) => {
    const visitor = visitorOf(request)
    const { options, cookies } = await signIn.startPasskey(member, visitor, body.password)
    setCookies(reply, cookies)
    return { options }
  },
  add_passkey: async ({ signIn }, { member, body, request }) => {
    await signIn.addPasskey(member, visitorOf(request), body)
    return done
  },
  rename_passkey: async ({ signIn }, { member, params, body }) => {
    await signIn.renamePasskey(member, { passkeyId: params['passkey_id'] ?? '', ...body })
    return done
  },
  remove_passkey: async ({ signIn }, { member, params, body }) => {
    await signIn.removePasskey(member, { passkeyId: params['passkey_id'] ?? '', ...body })
    return done
  },
}
