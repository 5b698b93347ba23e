import type { SiteRoutes } from '../site-route.ts'

const done = { status: 'done' } as const

export const teamRoutes: Pick<
  SiteRoutes,
  | 'switch_account'
  | 'describe_invitation'
  | 'accept_invitation'
  | 'team'
  | 'leave_team'
  | 'invitations'
  | 'invite'
  | 'withdraw_invitation'
  | 'set_role'
  | 'remove_member'
  | 'transfer_ownership'
  | 'account_actions'
> = {
  switch_account: async ({ team }, { member, body }) => {
    await team.switchAccount(member, body.account_id)
    return done
  },
  describe_invitation: ({ team }, { member, body }) => team.describe(member, body.token),
  accept_invitation: async ({ team }, { member, body }) => {
    await team.accept(member, body.token)
    return done
  },
  team: async ({ team }, { member }) => ({ members: await team.listMembers(member) }),
  leave_team: async ({ team }, { member }) => {
    await team.leave(member)
    return done
  },
  invitations: async ({ team }, { member }) => ({
    invitations: await team.listInvitations(member),
  }),
  invite: async ({ team }, { member, body }) => {
    await team.invite(member, body)
    return done
  },
  withdraw_invitation: async ({ team }, { member, params }) => {
    await team.withdraw(member, params['invitation_id'] ?? '')
    return done
  },
  set_role: async ({ team }, { member, params, body }) => {
    await team.setRole(member, { userId: params['user_id'] ?? '', role: body.role })
    return done
  },
  remove_member: async ({ team }, { member, params, body }) => {
    const { revoke_keys: revokesKeys } = body
    await team.removeMember(member, { userId: params['user_id'] ?? '', revokesKeys })
    return done
  },
  transfer_ownership: async ({ team, signIn }, { member, params, body }) => {
    await team.transfer(member, {
      userId: params['user_id'] ?? '',
      authenticate: () => signIn.requirePassword(member, body.password),
    })
    return done
  },
  account_actions: ({ team }, { member, query }) => team.listActions(member, query),
}
