import { ApiError } from '../../../api-error.ts'
import type { SiteRoutes } from '../site-route.ts'

const done = { status: 'done' } as const

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
