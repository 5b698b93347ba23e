import Type, { type Static } from 'typebox'
import { CHARGE_STATES, TASK_STATES, UsageResponse } from '../responses.ts'
import { Effort, Id, Key, Nullable, PaymentResponse, Time, Tool, Units } from './responses.ts'

const Account = Type.Object({
  account_id: Id,
  email: Type.String(),
  state: Type.Enum(['active', 'frozen', 'closed']),
  freeze_reason: Nullable(Type.String()),
  balance_units: Units,
  held_units: Units,
  debt_units: Units,
  /** Whether somebody signs in for it. */
  is_claimed: Type.Boolean(),
  is_operator: Type.Boolean(),
  created_at: Time,
  last_call_at: Nullable(Time),
})

const ACTION_KINDS = [
  'credit',
  'debit',
  'freeze',
  'unfreeze',
  'revoke_key',
  'check_payment',
  'run_audit',
  'grant_operator',
  'withdraw_operator',
] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** An operator's action: its kind, its subject and its reason. */
const Action = Type.Object({
  action_id: Id,
  kind: Type.Enum([...ACTION_KINDS]),
  /** The address of who did it, or `command line`. */
  operator: Type.String(),
  account_id: Nullable(Id),
  account_email: Nullable(Type.String()),
  /** The key or payment that it was about. */
  subject: Nullable(Type.String()),
  /** Units added to the wallet; negative if they were taken. */
  units: Nullable(Units),
  reason: Type.String(),
  created_at: Time,
})
export const ActionResponse = Type.Object({ action: Action })
export const ActionsResponse = Type.Object({
  actions: Type.Array(Action),
  /** For the next page; null at the end. */
  before: Nullable(Id),
})
export type ActionsResponse = Static<typeof ActionsResponse>

export const AccountsResponse = Type.Object({
  accounts: Type.Array(Account),
  /** There are more than are listed. */
  is_cut: Type.Boolean(),
})
export type AccountsResponse = Static<typeof AccountsResponse>

const OperatorPayment = Type.Object({
  ...PaymentResponse.properties,
  account_id: Id,
  has_open_dispute: Type.Boolean(),
  /** Money came in that is not credited, such as a second payment for one recharge. */
  has_stray_money: Type.Boolean(),
  /** When the provider was last asked about it. */
  checked_at: Nullable(Time),
})

export const AccountResponse = Type.Object({
  account: Account,
  keys: Type.Array(Key),
  payments: Type.Array(OperatorPayment),
  calls: UsageResponse.properties.calls,
  actions: Type.Array(Action),
})
export type AccountResponse = Static<typeof AccountResponse>

export const OperatorPaymentsResponse = Type.Object({
  payments: Type.Array(OperatorPayment),
  is_cut: Type.Boolean(),
  reconciliation: Type.Object({
    /** Up to when the provider's events have been read; null where there is none. */
    read_until: Nullable(Time),
    /** Changes at the provider that are not applied here yet, and since when. */
    waiting: Type.Integer(),
    waiting_since: Nullable(Time),
  }),
})
export type OperatorPaymentsResponse = Static<typeof OperatorPaymentsResponse>

export const HeldResponse = Type.Object({
  /** How many are at most so old; null for those that are older than all before. */
  ages: Type.Array(
    Type.Object({
      up_to_seconds: Nullable(Type.Integer()),
      calls: Type.Integer(),
      tasks: Type.Integer(),
      units: Units,
    }),
  ),
  /** The oldest ones. */
  charges: Type.Array(
    Type.Object({
      request_id: Id,
      account_id: Id,
      email: Type.String(),
      tool: Tool,
      effort: Effort,
      units: Units,
      state: Type.Enum([...CHARGE_STATES]),
      created_at: Time,
      /** When it is settled whatever happens. */
      deadline_at: Time,
      task: Nullable(
        Type.Object({
          status: Type.Enum([...TASK_STATES]),
          looks: Type.Integer(),
          next_look_at: Nullable(Time),
          expires_at: Time,
        }),
      ),
    }),
  ),
})
export type HeldResponse = Static<typeof HeldResponse>

export const HealthResponse = Type.Object({
  upstream: Type.Object({
    /** Its host, or `embedded engine`. */
    name: Type.String(),
    is_embedded: Type.Boolean(),
    accepts_calls: Type.Boolean(),
    /** For how long calls are refused from now on; null while they are taken. */
    refusal_ms: Nullable(Type.Integer()),
    /** Calls of the instance that answers. */
    calls_in_flight: Type.Integer(),
  }),
  /** Null where the upstream is another. */
  engine: Nullable(
    Type.Object({
      is_running: Type.Boolean(),
      /** How often it had to be started again since the service was. */
      restarts: Type.Integer(),
    }),
  ),
  instances: Type.Array(
    Type.Object({
      instance_id: Id,
      started_at: Time,
      lease_until: Time,
      is_alive: Type.Boolean(),
      is_this: Type.Boolean(),
      costs_money: Type.Boolean(),
    }),
  ),
  /** Set while the sweeper waits, because it would refund too much of all held money at once. */
  sweep_paused_until: Nullable(Time),
  database: Type.Object({
    version: Type.String(),
    size_bytes: Type.Integer(),
    connections: Type.Integer(),
  }),
  mail: Type.Object({
    waiting: Type.Integer(),
    /** Mail with at least one failed attempt. */
    failing: Type.Integer(),
    oldest_at: Nullable(Time),
  }),
})
export type HealthResponse = Static<typeof HealthResponse>

export const RefundsResponse = Type.Object({
  captured: Type.Integer(),
  refunded: Type.Integer(),
  causes: Type.Array(
    Type.Object({ cause: Type.String(), tool: Tool, effort: Effort, calls: Type.Integer() }),
  ),
})
export type RefundsResponse = Static<typeof RefundsResponse>

const AUDIT_CAUSES = ['service', 'operator', 'command line'] as const
const Audit = Type.Object({
  audit_id: Id,
  cause: Type.Enum([...AUDIT_CAUSES]),
  started_at: Time,
  took_ms: Type.Integer(),
  /** How many rules were proven. */
  rules: Type.Integer(),
  /** The first hundred violations. */
  violations: Type.Array(
    Type.Object({ rule: Type.String(), subject: Type.String(), detail: Type.String() }),
  ),
  violation_count: Type.Integer(),
})
export const AuditResponse = Type.Object({ audit: Audit })
export const AuditsResponse = Type.Object({ audits: Type.Array(Audit) })
export type AuditsResponse = Static<typeof AuditsResponse>

export const OverviewResponse = Type.Object({
  accounts: Type.Integer(),
  balance_units: Units,
  held_units: Units,
  debt_units: Units,
  /** Of the last 24 hours. */
  earned_units: Units,
  refunded_units: Units,
  recharged_units: Units,
  held_calls: Type.Integer(),
  oldest_held_at: Nullable(Time),
  /** Past their deadline and not settled: always 0 while the service does its chores. */
  overdue_calls: Type.Integer(),
  last_audit: Nullable(Audit),
})
export type OverviewResponse = Static<typeof OverviewResponse>
