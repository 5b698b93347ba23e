import { siteLimits } from '@footnote/contract/site/limits'
import { pages } from '@footnote/contract/site/pages'
import type {
  AccountActionsResponse,
  DescribeInvitationResponse,
  GivenRole,
  InvitationsResponse,
  TeamResponse,
} from '@footnote/contract/site/team'
import type { Database } from '@footnote/platform/database/connect'
import { ApiError } from '../api-error.ts'
import { takeAttempt, takeMailAttempt } from '../attempts/take-attempt.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Member } from '../sign-in/sign-in.ts'
import {
  acceptInvitation,
  createInvitation,
  findInvitation,
  listInvitations,
  withdrawInvitation,
} from './invitations.ts'
import { listActions } from './list-actions.ts'
import {
  leaveTeam,
  listMembers,
  noSuchMember,
  removeMember,
  setRole,
  switchAccount,
  transferOwnership,
} from './members.ts'

/** The members of accounts. The caller has checked the member's role. */
export interface Team {
  listMembers(member: Member): Promise<TeamResponse['members']>
  setRole(member: Member, change: { userId: string; role: GivenRole }): Promise<void>
  removeMember(member: Member, removal: { userId: string; revokesKeys: boolean }): Promise<void>
  transfer(
    member: Member,
    transfer: {
      userId: string
      /** Proves that the owner is at the page, or throws. */
      authenticate: () => Promise<void>
    },
  ): Promise<void>
  leave(member: Member): Promise<void>
  switchAccount(member: Member, accountId: string): Promise<void>
  listInvitations(member: Member): Promise<InvitationsResponse['invitations']>
  invite(member: Member, invitation: { email: string; role: GivenRole }): Promise<void>
  withdraw(member: Member, invitationId: string): Promise<void>
  describe(member: Member, token: string): Promise<DescribeInvitationResponse>
  accept(member: Member, token: string): Promise<void>
  listActions(
    member: Member,
    options: { before?: string | undefined },
  ): Promise<AccountActionsResponse>
  /** Deletes expired invitations and old actions. */
  tidy(): Promise<void>
}

export function createTeam(
  { database, mailer }: { database: Database; mailer: Mailer },
  { origin }: { origin: () => string },
): Team {
  const post = (to: string, subject: string, ...paragraphs: string[]) =>
    mailer.post({ to, subject, text: `${paragraphs.join('\n\n')}\n\nFootnote\n${origin()}\n` })
  const teamUrl = () => `${origin()}${pages.team}`

  return {
    listMembers: member => listMembers(database, member),

    async setRole(member, change) {
      if (!(await setRole(database, member, change))) throw noSuchMember()
    },

    async removeMember(member, removal) {
      const email = await removeMember(database, member, removal)
      if (email === undefined) throw noSuchMember()
      await post(
        email,
        'You were removed from an account',
        `${member.email} removed you from their account. Your own account stays as it is.`,
      )
    },

    async transfer(member, { userId, authenticate }) {
      const members = await listMembers(database, member)
      if (!members.some(({ user_id, role }) => user_id === userId && role !== 'owner')) {
        throw noSuchMember()
      }
      await authenticate()
      const email = await transferOwnership(database, member, userId)
      await post(
        email,
        'You are now the owner of an account',
        `${member.email} made you the owner of their account. You now pay for it and manage its team, and ${member.email} is a developer: ${teamUrl()}`,
        'The saved card was removed and automatic recharge is off. Receipts now use your billing details.',
      )
      await post(
        member.email,
        `${email} now owns your account`,
        `You made ${email} the owner of your account. You are a developer in it now, and your saved card was removed. You also have a new account of your own.`,
        'If this wasn’t you, reset your password and contact us.',
      )
    },

    async leave(member) {
      const owner = (await listMembers(database, member)).find(({ role }) => role === 'owner')
      if (!(await leaveTeam(database, member))) throw noSuchMember()
      if (!owner) return
      await post(
        owner.email,
        `${member.email} left your account`,
        `${member.email} left your account. API keys that they created keep working. Revoke those they should no longer use: ${origin()}${pages.access}`,
      )
    },

    async switchAccount({ sessionId, userId }, accountId) {
      if (!(await switchAccount(database, { sessionId, userId, accountId }))) {
        throw new ApiError('NOT_FOUND', {
          message: 'You are no longer a member of this account. Reload the page.',
        })
      }
    },

    listInvitations: ({ accountId }) => listInvitations(database, accountId),

    async invite(member, { email: typed, role }) {
      const email = typed.toLowerCase()
      await takeAttempt(database, 'mailFromMember', member.userId)
      await takeMailAttempt(database, 'invitation', { email, sender: member.userId })
      const { token, ownerEmail, invitedBy } = await createInvitation(database, member, {
        email,
        role,
      })
      await post(
        email,
        `${invitedBy} invites you to an account`,
        `${invitedBy} invites you to work in the account of ${ownerEmail} as a ${role}. ${DUTIES[role]}`,
        `Open this link within ${siteLimits.invitationDays} days, and sign in or sign up with this email address:`,
        `${origin()}${pages.join}?token=${token}`,
        'If you don’t know the sender, ignore this email. Nothing happens unless you accept.',
      )
    },

    async withdraw(member, invitationId) {
      if (await withdrawInvitation(database, member, invitationId)) return
      throw new ApiError('NOT_FOUND', {
        message: 'The account has no such invitation. Reload the page to see the open ones.',
      })
    },

    async describe(member, token) {
      const found = await findInvitation(database, member, token)
      if (!found) throw new ApiError('INVITATION_INVALID')
      return found
    },

    async accept(member, token) {
      const ownerEmail = await acceptInvitation(database, member, token)
      await post(
        ownerEmail,
        `${member.email} joined your account`,
        `${member.email} accepted the invitation to your account. See and change who is in it: ${teamUrl()}`,
      )
    },

    listActions: ({ accountId }, { before }) => listActions(database, { accountId, before }),

    async tidy() {
      await database.query('delete from invitation where expires_at < clock_timestamp()')
      await database.query(
        `delete from account_action where created_at < clock_timestamp() - $1 * interval '1 day'`,
        [siteLimits.accountActionDays],
      )
    },
  }
}

const DUTIES: Readonly<Record<GivenRole, string>> = {
  developer: 'A developer makes calls from its wallet and manages its keys, apps and webhooks.',
  viewer: 'A viewer sees its usage, keys and receipts, and changes nothing.',
}
