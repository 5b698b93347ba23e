import Type, { type Static } from 'typebox'
import { ROLES } from './paths.ts'
import { Id, Nullable, Time } from './responses.ts'

/** Roles that an owner can give; the owner is the one whose account it is. */
export const GIVEN_ROLES = ['developer', 'viewer'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]

const GivenRole = Type.Enum([...GIVEN_ROLES])
const closed = <Fields extends Type.TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

export const SwitchAccountRequest = closed({ account_id: Id })
/** The token of the link in the mail. */
export const InvitationRequest = closed({ token: Type.String({ minLength: 1, maxLength: 200 }) })
export const InviteRequest = closed({
  email: Type.String({ format: 'email-address' }),
  role: GivenRole,
})
export const SetRoleRequest = closed({ role: GivenRole })
/** True if the keys that the member created are revoked too. Apps that they connected always lose access. */
export const RemoveMemberRequest = closed({ revoke_keys: Type.Boolean() })

export const DescribeInvitationResponse = Type.Object({
  /** The owner of the account. */
  owner_email: Type.String(),
  /** The address of the sender. */
  invited_by: Type.String(),
  role: GivenRole,
  expires_at: Time,
})
export type DescribeInvitationResponse = Static<typeof DescribeInvitationResponse>

export const TeamResponse = Type.Object({
  members: Type.Array(
    Type.Object({
      user_id: Id,
      email: Type.String(),
      role: Type.Enum([...ROLES]),
      is_you: Type.Boolean(),
      /** Active keys that the member created. */
      keys: Type.Integer(),
      joined_at: Time,
    }),
  ),
})
export type TeamResponse = Static<typeof TeamResponse>

export const InvitationsResponse = Type.Object({
  invitations: Type.Array(
    Type.Object({
      invitation_id: Id,
      email: Type.String(),
      role: GivenRole,
      created_at: Time,
      expires_at: Time,
    }),
  ),
})
export type InvitationsResponse = Static<typeof InvitationsResponse>

export const ACCOUNT_ACTION_KINDS = [
  'invited',
  'invitation_withdrawn',
  'joined',
  'left',
  'removed',
  'role_changed',
  'ownership_transferred',
  'key_created',
  'key_limits_changed',
  'key_revoked',
  'app_connected',
  'device_logged_in',
  'webhook_created',
  'webhook_changed',
  'webhook_secret_rotated',
  'webhook_deleted',
  'billing_details_changed',
  'low_balance_notice_changed',
  'mail_choice_changed',
  'auto_recharge_changed',
  'card_removed',
  'refund_requested',
] as const
export type AccountActionKind = (typeof ACCOUNT_ACTION_KINDS)[number]

export const AccountActionsResponse = Type.Object({
  actions: Type.Array(
    Type.Object({
      action_id: Id,
      /** The address of the member at the time, or the name of an API key. */
      actor: Type.String(),
      kind: Type.Enum([...ACCOUNT_ACTION_KINDS]),
      /** The name of the key or app, the address of the member, or the host of the webhook. */
      subject: Nullable(Type.String()),
      created_at: Time,
    }),
  ),
  /** Continues the list; null at its end. */
  before: Nullable(Id),
})
export type AccountActionsResponse = Static<typeof AccountActionsResponse>
