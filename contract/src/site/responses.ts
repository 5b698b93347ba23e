import Type, { type Static } from 'typebox'
import {
  type AnswerResponse,
  CHARGE_STATES,
  type ErrorResponse,
  type ResearchResponse,
  TASK_STATES,
} from '../responses.ts'
import { EFFORTS, TOOLS } from '../tools.ts'
import { INCIDENT_STATES } from './incident-states.ts'
import { ROLES } from './paths.ts'
import { BillingDetails, MAIL_KINDS } from './requests.ts'

export const Id = Type.String({ format: 'uuid' })
export const Time = Type.String({ format: 'date-time' })
export const Nullable = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()])
/** Whole units of 0.0000001 USD, so that no page ever adds up fractions. */
export const Units = Type.Integer()
export const Tool = Type.Enum([...TOOLS])
export const Effort = Nullable(Type.Enum([...EFFORTS]))

export const SignInResponse = Type.Object({
  status: Type.Enum(['signed_in', 'second_factor']),
})
export const RedirectResponse = Type.Object({ url: Type.String() })

export const PROVIDERS = ['github', 'google'] as const
export type Provider = (typeof PROVIDERS)[number]

/** The seller of the service, for the footer, receipts and mail. */
export const Seller = Type.Object({
  legal_name: Type.String(),
  address: Type.String(),
  support_email: Type.String(),
  terms_url: Type.String(),
  privacy_url: Type.String(),
  refund_url: Type.String(),
})
export type Seller = Static<typeof Seller>

export const SessionResponse = Type.Object({
  /** Null for a visitor. */
  account: Nullable(
    Type.Object({
      user_id: Id,
      email: Type.String(),
      /** The account that the session works for. */
      account_id: Id,
      state: Type.Enum(['active', 'frozen', 'closed']),
      role: Type.Enum([...ROLES]),
      /** The accounts that the user can work for, their own first. */
      accounts: Type.Array(
        Type.Object({ account_id: Id, owner_email: Type.String(), role: Type.Enum([...ROLES]) }),
      ),
      has_password: Type.Boolean(),
      two_factor: Type.Boolean(),
      providers: Type.Array(Type.Enum([...PROVIDERS])),
      /** Whether the operator's area is open to them. */
      is_operator: Type.Boolean(),
      created_at: Time,
      /** Null for users who signed up before there were terms. */
      terms_accepted_at: Nullable(Time),
    }),
  ),
  /** Features of this service, which the page shows or leaves out. */
  service: Type.Object({
    base_url: Type.String(),
    providers: Type.Array(Type.Enum([...PROVIDERS])),
    payments: Type.Enum(['stripe', 'test', 'none']),
    mail: Type.Enum(['smtp', 'outbox']),
    /** Null in local mode, unless the operator has set it. */
    seller: Nullable(Seller),
    /** Credit for a new account; 0 for none. */
    welcome_units: Units,
    /** True if visitors without an account may ask a question. */
    answers_visitors: Type.Boolean(),
  }),
})
export type SessionResponse = Static<typeof SessionResponse>

export const SessionsResponse = Type.Object({
  sessions: Type.Array(
    Type.Object({
      session_id: Type.String(),
      is_current: Type.Boolean(),
      user_agent: Nullable(Type.String()),
      address: Nullable(Type.String()),
      created_at: Time,
      last_seen_at: Time,
    }),
  ),
})
export type SessionsResponse = Static<typeof SessionsResponse>

export const TwoFactorStartResponse = Type.Object({
  /** For the QR code. */
  uri: Type.String(),
  /** For typing it in. */
  secret: Type.String(),
  backup_codes: Type.Array(Type.String()),
})
export const BackupCodesResponse = Type.Object({ backup_codes: Type.Array(Type.String()) })

/** Options for the browser's authenticator. The page passes them on as they are. */
export const PasskeyStartResponse = Type.Object({
  options: Type.Record(Type.String(), Type.Unknown()),
})
export const PasskeysResponse = Type.Object({
  passkeys: Type.Array(
    Type.Object({
      passkey_id: Id,
      name: Type.String(),
      /** True if its password manager keeps it on several devices. */
      is_synced: Type.Boolean(),
      created_at: Time,
    }),
  ),
})
export type PasskeysResponse = Static<typeof PasskeysResponse>

export const Key = Type.Object({
  key_id: Id,
  name: Type.String(),
  /** A grant is the access of a connected app; its fingerprint says nothing. */
  kind: Type.Enum(['key', 'grant']),
  /** The first 8 hex digits of the key's SHA-256, to recognize it by. */
  fingerprint: Type.String(),
  limits: Type.Object({
    day_cap_units: Nullable(Units),
    month_cap_units: Nullable(Units),
    tools: Nullable(Type.Array(Tool)),
    calls_per_minute: Nullable(Type.Integer()),
    expires_at: Nullable(Time),
  }),
  /** Spent in the current day and month (UTC). Null for a key without caps. */
  spent: Nullable(Type.Object({ day_units: Units, month_units: Units })),
  created_at: Time,
  last_used_at: Nullable(Time),
  revoked_at: Nullable(Time),
})
export const KeysResponse = Type.Object({ keys: Type.Array(Key) })
export type KeysResponse = Static<typeof KeysResponse>
export const CreatedKeyResponse = Type.Object({
  key_id: Id,
  name: Type.String(),
  /** Shown this once. */
  key: Type.String(),
})
export type CreatedKeyResponse = Static<typeof CreatedKeyResponse>

export const DescribeConnectionResponse = Type.Object({
  /** Chosen by the app itself. */
  client_name: Type.String(),
  /** Host of the app's metadata document, which proves who it is; null for a registered app. */
  client_host: Nullable(Type.String()),
  /** Host or scheme that the browser returns to. */
  redirect_host: Type.String(),
  /** Address to go back to without granting access. */
  deny_url: Type.String(),
  is_connected: Type.Boolean(),
  /** Monthly cap of an app that is connected already. */
  month_cap_units: Nullable(Units),
})
export type DescribeConnectionResponse = Static<typeof DescribeConnectionResponse>

export const DescribeDeviceResponse = Type.Object({
  /** Chosen by the device itself. */
  device_name: Type.String(),
  /** Network that the device asked from. */
  network: Type.String(),
  is_own_network: Type.Boolean(),
  created_at: Time,
})
export type DescribeDeviceResponse = Static<typeof DescribeDeviceResponse>

export const SiteWalletResponse = Type.Object({
  balance_units: Units,
  held_units: Units,
  /** Owed after a payment was refunded or disputed that was partly spent already. */
  debt_units: Units,
  /** Unused balance that was paid for with real money and not returned yet. */
  refundable_units: Units,
  account_state: Type.Enum(['active', 'frozen', 'closed']),
  /** Why spending is frozen, in words for the owner; null while it is not. */
  frozen_because: Nullable(Type.String()),
  notice_below_units: Nullable(Units),
})
export type SiteWalletResponse = Static<typeof SiteWalletResponse>

const MOVEMENT_KINDS = [
  'recharge',
  'credit',
  'adjustment',
  'charge',
  'refund',
  'payment_refunded',
  'payment_disputed',
  'dispute_won',
  'debt_settled',
  'closure',
  'withdrawal',
] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]
export const MovementsResponse = Type.Object({
  movements: Type.Array(
    Type.Object({
      movement_id: Type.String(),
      kind: Type.Enum([...MOVEMENT_KINDS]),
      /** Negative for what left the wallet. */
      units: Units,
      balance_units: Units,
      /** The operator's words, for credits and the like. */
      reason: Nullable(Type.String()),
      /** The call, for charges and refunds. */
      request_id: Nullable(Id),
      tool: Nullable(Tool),
      effort: Effort,
      key_name: Nullable(Type.String()),
      /** The receipt, for recharges. */
      payment_id: Nullable(Id),
      created_at: Time,
    }),
  ),
  /** For the next page; null at the end. */
  before: Nullable(Type.String()),
})
export type MovementsResponse = Static<typeof MovementsResponse>

/** A month of a wallet, added up. */
export const StatementResponse = Type.Object({
  opening_units: Units,
  closing_units: Units,
  /** One for each purpose, tool and effort with any transaction. */
  lines: Type.Array(
    Type.Object({
      kind: Type.Enum([...MOVEMENT_KINDS]),
      tool: Nullable(Tool),
      effort: Effort,
      count: Type.Integer(),
      /** Negative for what left the wallet. */
      units: Units,
    }),
  ),
  /** False if transactions are missing, because the operator has archived them. */
  is_complete: Type.Boolean(),
})
export type StatementResponse = Static<typeof StatementResponse>

/** Why a saved card was not charged. */
const RECHARGE_FAILURES = [
  'authentication_required',
  'card_expired',
  'card_unusable',
  'declined',
  'unavailable',
] as const
export type RechargeFailure = (typeof RECHARGE_FAILURES)[number]

const PAYMENT_STATES = ['open', 'processing', 'paid', 'expired', 'failed'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
export const PaymentResponse = Type.Object({
  payment_id: Id,
  /** The account's series and a number without gaps in it; null until it is paid. */
  receipt_number: Nullable(Type.String()),
  provider: Type.Enum(['stripe', 'test']),
  /** No money was taken: a test payment, or a test mode of the provider. */
  is_test: Type.Boolean(),
  /** Charged to the saved card by automatic recharge. */
  is_automatic: Type.Boolean(),
  state: Type.Enum([...PAYMENT_STATES]),
  asked_units: Units,
  credited_units: Units,
  refunded_units: Units,
  disputed_units: Units,
  email: Type.String(),
  /** The seller when the payment began; null in local mode. */
  seller: Nullable(Seller),
  /** The buyer when it was paid, or as now if none was named then. */
  buyer: Nullable(BillingDetails),
  /** The provider's own name for it. */
  reference: Nullable(Type.String()),
  created_at: Time,
  paid_at: Nullable(Time),
  /** Address to pay at while the payment is open. */
  url: Nullable(Type.String()),
})
export type PaymentResponse = Static<typeof PaymentResponse>
export const PaymentsResponse = Type.Object({ payments: Type.Array(PaymentResponse) })
/** Automatic recharge of a wallet; amounts are null until it was first turned on. */
export const AutoRechargeResponse = Type.Object({
  /** The saved card; null if there is none. */
  card: Nullable(
    Type.Object({
      brand: Type.String(),
      last4: Type.String(),
      exp_month: Type.Integer(),
      exp_year: Type.Integer(),
    }),
  ),
  is_on: Type.Boolean(),
  below_units: Nullable(Units),
  amount_units: Nullable(Units),
  month_cap_units: Nullable(Units),
  /** Recharged automatically in this calendar month (UTC), or about to be. */
  month_units: Units,
  /** Why it was turned off, unless its owner did. */
  off_because: Nullable(Type.Enum([...RECHARGE_FAILURES])),
})
export type AutoRechargeResponse = Static<typeof AutoRechargeResponse>
export const MailChoicesResponse = Type.Object({
  /** Kinds of mail that are switched off. */
  off: Type.Array(Type.Enum([...MAIL_KINDS])),
})
export type MailChoicesResponse = Static<typeof MailChoicesResponse>
export const RechargeResponse = Type.Object({ payment_id: Id, url: Type.String() })

export const SpendingResponse = Type.Object({
  /** The covered days in UTC, oldest first. */
  days: Type.Array(Type.String({ format: 'date' })),
  /** One for each day, tool and key with any call. */
  spending: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      tool: Tool,
      key_name: Type.String(),
      /** Captured and held; what was refunded is not spent. */
      units: Units,
      /** The held part of `units`. */
      pending_units: Units,
      refunded_units: Units,
      calls: Type.Integer(),
      refunded_calls: Type.Integer(),
    }),
  ),
})
export type SpendingResponse = Static<typeof SpendingResponse>

const Shared = Type.Object({ share_id: Id, created_at: Time, expires_at: Time })
export const SharedReportsResponse = Type.Object({ shared: Type.Array(Shared) })
export type SharedReportsResponse = Static<typeof SharedReportsResponse>
export const ShareResponse = Shared
export const SharedReportResponse = Type.Object({ sealed: Type.String(), expires_at: Time })

/** Server-sent events of a call from a page, as in the API. A background task returns JSON instead. */
export interface CallEvents {
  readonly started: { readonly request_id: string }
  readonly progress: { readonly stage: string; readonly counts: Readonly<Record<string, number>> }
  readonly query: { readonly query: string }
  readonly source: { readonly url: string; readonly title: string }
  readonly result: AnswerResponse | ResearchResponse
  readonly error: ErrorResponse
}

/** Calls of the website that are running, and tasks whose result can be retrieved. */
export const OpenCallsResponse = Type.Object({
  calls: Type.Array(
    Type.Object({
      request_id: Id,
      tool: Tool,
      effort: Effort,
      cost_units: Units,
      charge_state: Type.Enum([...CHARGE_STATES]),
      /** Null where it is no task. */
      task: Nullable(Type.Object({ status: Type.Enum([...TASK_STATES]), expires_at: Time })),
      created_at: Time,
    }),
  ),
})
export type OpenCallsResponse = Static<typeof OpenCallsResponse>

/** The sources of this service, one sentence each. */
export const SourcesResponse = Type.Object({ sources: Type.Array(Type.String()) })

const Figures = {
  answered: Type.Integer(),
  no_answer: Type.Integer(),
  failed: Type.Integer(),
  /** Median and p90 duration of answered calls; null for fewer than `fewestCallsForShares`. */
  p50_ms: Nullable(Type.Integer()),
  p90_ms: Nullable(Type.Integer()),
}
export const StatusResponse = Type.Object({
  /** False while the upstream is out of reach or refuses us: calls are refused, and not charged. */
  accepts_calls: Type.Boolean(),
  /** Until when the calls are counted; null before the first time. */
  counted_until: Nullable(Time),
  /** Start of each covered hour or day, from the oldest to the current one. */
  times: Type.Array(Time),
  /** One for each tool and effort with any call, over the whole period and over time. */
  tools: Type.Array(
    Type.Object({
      tool: Tool,
      effort: Effort,
      ...Figures,
      points: Type.Array(Type.Object({ at: Time, ...Figures })),
    }),
  ),
})
export type StatusResponse = Static<typeof StatusResponse>

const Incident = Type.Object({
  title: Type.String(),
  started_at: Time,
  ended_at: Nullable(Time),
  /** Posted by the operator, the latest first; empty for hours in which many calls failed. */
  updates: Type.Array(
    Type.Object({ state: Type.Enum([...INCIDENT_STATES]), text: Type.String(), at: Time }),
  ),
})
export type Incident = Static<typeof Incident>
export const StatusHistoryResponse = Type.Object({
  /** The last `incidentDays` days of UTC, the oldest first. */
  days: Type.Array(
    Type.Object({
      day: Type.String(),
      calls: Type.Integer(),
      failed: Type.Integer(),
      has_incident: Type.Boolean(),
    }),
  ),
  /** The latest first. */
  incidents: Type.Array(Incident),
})
export type StatusHistoryResponse = Static<typeof StatusHistoryResponse>
