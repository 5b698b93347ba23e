import Type, { type Static } from 'typebox'
import { EFFORTS, TOOLS } from '../tools.ts'
import { siteLimits } from './limits.ts'

/** As much as one may move by hand: a million dollars. */
const MOST_UNITS = 10_000_000_000_000
const { passwordCharacters, rechargeCents, spendingDays, keyCapCents, keyCallsPerMinute } =
  siteLimits

const Email = Type.String({ format: 'email-address' })
/** Of an existing account: judged by whether it fits, not by its length. */
const Password = Type.String({ minLength: 1, maxLength: passwordCharacters.most })
const NewPassword = Type.String({
  minLength: passwordCharacters.fewest,
  maxLength: passwordCharacters.most,
})
const Code = Type.String({ pattern: `^\\d{${siteLimits.codeDigits}}$` })
const Day = Type.String({ format: 'day', pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const closed = <Fields extends Type.TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false })

export const Credentials = closed({ email: Email, password: Password })
export const SignUpRequest = closed({
  email: Email,
  password: NewPassword,
  /** Required where the service has terms. */
  accept_terms: Type.Optional(Type.Boolean()),
})
/** The password again, so that nobody confirms an address for whoever signed up with it first. */
export const ConfirmEmailRequest = closed({ email: Email, password: Password, code: Code })
export const SecondFactorRequest = closed({
  /** Six digits of the authenticator, or one of the backup codes. */
  code: Type.String({ minLength: 6, maxLength: 32 }),
  kind: Type.Enum(['authenticator', 'backup']),
})
export const SignInWithQuery = closed({
  /** Page of this website to open after signing in. */
  next: Type.Optional(
    Type.String({
      pattern: '^/(?![/\\\\])[\\w./-]*(\\?[\\w.%&=+~-]*)?$',
      maxLength: siteLimits.connectionQueryCharacters,
    }),
  ),
})
export const EmailRequest = closed({ email: Email })
export const ResetPasswordRequest = closed({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  password: NewPassword,
})
export const ChangePasswordRequest = closed({
  current_password: Password,
  new_password: NewPassword,
})
export const ChangeEmailRequest = closed({ email: Email, password: Password })
export const ConfirmNewEmailRequest = closed({ email: Email, code: Code })
export const PasswordRequest = closed({ password: Password })
export const CodeRequest = closed({ code: Code })
const PasskeyName = Type.String({ format: 'key-name', maxLength: siteLimits.keyNameCharacters })
const Base64Url = (maxLength: number) => Type.String({ pattern: '^[\\w-]+$', maxLength })
/** A credential as browsers write it, less what the server does not need. */
const credential = <Fields extends Type.TProperties>(response: Fields) =>
  closed({
    id: Base64Url(2_000),
    rawId: Base64Url(2_000),
    type: Type.Literal('public-key'),
    clientExtensionResults: closed({}),
    response: closed({ clientDataJSON: Base64Url(4_000), ...response }),
  })
export const AddPasskeyRequest = closed({
  name: PasskeyName,
  credential: credential({
    attestationObject: Base64Url(8_000),
    transports: Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 10 }),
  }),
})
export const PasskeySignInRequest = closed({
  credential: credential({
    authenticatorData: Base64Url(4_000),
    signature: Base64Url(2_000),
    userHandle: Type.Optional(Base64Url(200)),
  }),
})
export type AddPasskeyRequest = Static<typeof AddPasskeyRequest>
export type PasskeySignInRequest = Static<typeof PasskeySignInRequest>
export const RenamePasskeyRequest = closed({ name: PasskeyName, password: Password })
export const CloseAccountRequest = closed({
  password: Password,
  /** Balance that the page showed. If it has changed, closing is refused. */
  balance_units: Type.Integer({ minimum: 0 }),
})
const Nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])
const CapCents = Type.Integer({ minimum: keyCapCents.least, maximum: keyCapCents.most })
/** Limits of a key; null for none. */
export const KeyLimitsRequest = closed({
  day_cap_cents: Nullable(CapCents),
  month_cap_cents: Nullable(CapCents),
  tools: Nullable(
    Type.Array(Type.Enum([...TOOLS]), { minItems: 1, maxItems: TOOLS.length, uniqueItems: true }),
  ),
  calls_per_minute: Nullable(
    Type.Integer({ minimum: keyCallsPerMinute.least, maximum: keyCallsPerMinute.most }),
  ),
  /** The last day (UTC) on which the key works. */
  expires_on: Nullable(Day),
})
export type KeyLimitsRequest = Static<typeof KeyLimitsRequest>
export const CreateKeyRequest = closed({
  name: Type.String({ format: 'key-name', maxLength: siteLimits.keyNameCharacters }),
  limits: Type.Optional(KeyLimitsRequest),
})
export type CreateKeyRequest = Static<typeof CreateKeyRequest>
/** The query with which the OAuth provider sent the browser to the page. */
const ConnectionQuery = Type.String({
  minLength: 1,
  maxLength: siteLimits.connectionQueryCharacters,
})
export const DescribeConnectionRequest = closed({ query: ConnectionQuery })
export const AcceptConnectionRequest = closed({
  query: ConnectionQuery,
  month_cap_cents: CapCents,
})
/** As typed: in any case, with or without the hyphen. */
const UserCode = Type.String({ minLength: 1, maxLength: 40 })
export const DeviceRequest = closed({ user_code: UserCode })
export const ApproveDeviceRequest = closed({ user_code: UserCode, month_cap_cents: CapCents })
export const RechargeRequest = closed({
  amount_cents: Type.Integer({ minimum: rechargeCents.least, maximum: rechargeCents.most }),
  /** True to save the card for automatic recharge. */
  save_card: Type.Optional(Type.Boolean()),
})
const RechargeCents = Type.Integer({ minimum: rechargeCents.least, maximum: rechargeCents.most })
/** Null turns it off. The amount is at least the mark, so that one recharge lifts the balance over it. */
export const AutoRechargeRequest = closed({
  settings: Nullable(
    closed({
      below_cents: Type.Integer({ minimum: 1, maximum: rechargeCents.most }),
      amount_cents: RechargeCents,
      month_cap_cents: Type.Integer({ minimum: rechargeCents.least, maximum: keyCapCents.most }),
    }),
  ),
})
export type AutoRechargeRequest = Static<typeof AutoRechargeRequest>
export const NoticeRequest = closed({
  /** Null for no notice. */
  below_cents: Type.Union([Type.Integer({ minimum: 1, maximum: rechargeCents.most }), Type.Null()]),
})
/** Kinds of mail that an owner can switch off. */
export const MAIL_KINDS = [
  'key_created',
  'new_device',
  'key_limit_reached',
  'low_balance',
  'auto_recharge',
  'statement',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]
export const MailChoiceRequest = closed({
  kind: Type.Enum([...MAIL_KINDS]),
  is_on: Type.Boolean(),
})
export const TestPaymentRequest = closed({ outcome: Type.Enum(['pay', 'decline']) })

/** An empty text stands for none. */
export const BillingDetails = closed({
  name: Type.String({ format: 'billing-line', maxLength: siteLimits.billingCharacters.name }),
  address: Type.String({
    format: 'billing-lines',
    maxLength: siteLimits.billingCharacters.address,
  }),
  tax_id: Type.String({ format: 'billing-line', maxLength: siteLimits.billingCharacters.taxId }),
})
export type BillingDetails = Static<typeof BillingDetails>

const before = {
  /** The oldest movement that is known already. */
  before: Type.Optional(Type.String({ pattern: '^\\d{1,18}-\\d{1,18}$' })),
}
/** Without days, the latest transactions; with any, a longer page of those between two days (UTC). */
export const MovementsQuery = closed({
  ...before,
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})
export const StatementQuery = closed({
  /** Such as 2026-11. */
  month: Type.String({ pattern: '^[1-9]\\d{3}-(0[1-9]|1[0-2])$' }),
})
export const OperatorMovementsQuery = closed(before)
/** A page of the calls between two days (UTC) that match, newest first. */
export const UsageQuery = closed({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  tool: Type.Optional(Type.Enum([...TOOLS])),
  effort: Type.Optional(Type.Enum([...EFFORTS])),
  key: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  state: Type.Optional(Type.Enum(['held', 'captured', 'refunded'])),
  /** Long pages are for exports. */
  pages: Type.Optional(Type.Enum(['long'])),
  cursor: Type.Optional(
    Type.String({ pattern: '^\\d{1,18}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  ),
})
export const SpendingQuery = closed({
  days: Type.Optional(
    Type.String({
      pattern: '^\\d{1,3}$',
      description: `From ${spendingDays.fewest} to ${spendingDays.most}.`,
    }),
  ),
  /** The last of the days; today if absent. */
  to: Type.Optional(Day),
})
/** A question of a visitor without an account. */
export const TryAnswerRequest = closed({
  query: Type.String({ minLength: 1, maxLength: siteLimits.visitorQuestionCharacters }),
})
/** A report as the browser has sealed it: at least a nonce and a tag. */
export const ShareRequest = closed({
  sealed: Type.String({
    pattern: '^[\\w-]*$',
    minLength: 38,
    maxLength: Math.ceil((siteLimits.sharedReportBytes * 4) / 3),
  }),
})
/** The last 24 hours by the hour, or the last 30 days by the day. */
export const StatusQuery = closed({ period: Type.Optional(Type.Enum(['day', 'month'])) })

/**
 * Members of every operator action: an id, so that an action sent twice happens once, and the reason.
 */
const action = {
  action_id: Type.String({ format: 'uuid' }),
  reason: Type.String({ format: 'reason', maxLength: siteLimits.reasonCharacters }),
}
export const ActionRequest = closed(action)
export const AdjustRequest = closed({
  ...action,
  /** Negative to take from the wallet; never 0. */
  units: Type.Integer({ minimum: -MOST_UNITS, maximum: MOST_UNITS, not: { const: 0 } }),
})
export const SetStateRequest = closed({ ...action, state: Type.Enum(['active', 'frozen']) })
export const SearchAccountsRequest = closed({
  /**
   * Part of an address, or an id of an account, key, call or payment, or a provider's reference; empty
   * for the newest accounts.
   */
  search: Type.String({ maxLength: siteLimits.searchCharacters }),
})
export const OperatorPaymentsQuery = closed({
  show: Type.Optional(Type.Enum(['all', 'under_way', 'returned', 'stray'])),
})
export const RefundsQuery = closed({ days: Type.Optional(Type.String({ pattern: '^\\d{1,2}$' })) })
export const ActionsQuery = closed({
  /** The oldest action that is known already. */
  before: Type.Optional(Type.String({ format: 'uuid' })),
})
export type RechargeRequest = Static<typeof RechargeRequest>
