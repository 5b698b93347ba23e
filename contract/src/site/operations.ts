import type { Static, TSchema } from 'typebox'
import type { RequestRules } from '../request-rules.ts'
import type { requestSchemas } from '../requests.ts'
import { AnswerResult, CallResponse, TaskResponse, UsageResponse } from '../responses.ts'
import { toolRequest } from '../tool-operations.ts'
import { TOOLS, type Tool } from '../tools.ts'
import {
  CreateWebhookRequest,
  DoneResponse,
  UpdateWebhookRequest,
  Webhook,
  WebhookDeliveriesResponse,
  WebhookSecretResponse,
  WebhooksResponse,
} from '../webhooks.ts'
import {
  AccountResponse,
  AccountsResponse,
  ActionResponse,
  ActionsResponse,
  AuditResponse,
  AuditsResponse,
  HealthResponse,
  HeldResponse,
  OperatorPaymentsResponse,
  OverviewResponse,
  RefundsResponse,
} from './operator.ts'
import { type Audience, runName, type SiteOperationName, sitePaths } from './paths.ts'
import {
  AcceptConnectionRequest,
  ActionRequest,
  ActionsQuery,
  AddPasskeyRequest,
  AdjustRequest,
  ApproveDeviceRequest,
  AutoRechargeRequest,
  BillingDetails,
  ChangeEmailRequest,
  ChangePasswordRequest,
  CloseAccountRequest,
  CodeRequest,
  ConfirmEmailRequest,
  ConfirmNewEmailRequest,
  CreateKeyRequest,
  Credentials,
  DescribeConnectionRequest,
  DeviceRequest,
  EmailRequest,
  KeyLimitsRequest,
  MailChoiceRequest,
  MovementsQuery,
  NoticeRequest,
  OperatorMovementsQuery,
  OperatorPaymentsQuery,
  PasskeySignInRequest,
  PasswordRequest,
  RechargeRequest,
  RefundsQuery,
  RenamePasskeyRequest,
  ResetPasswordRequest,
  SearchAccountsRequest,
  SecondFactorRequest,
  SetStateRequest,
  ShareRequest,
  SignInWithQuery,
  SignUpRequest,
  SpendingQuery,
  StatementQuery,
  StatusQuery,
  TestPaymentRequest,
  TryAnswerRequest,
  UsageQuery,
} from './requests.ts'
import {
  AutoRechargeResponse,
  BackupCodesResponse,
  CreatedKeyResponse,
  DescribeConnectionResponse,
  DescribeDeviceResponse,
  KeysResponse,
  MailChoicesResponse,
  MovementsResponse,
  OpenCallsResponse,
  PasskeyStartResponse,
  PasskeysResponse,
  PaymentResponse,
  PaymentsResponse,
  RechargeResponse,
  RedirectResponse,
  SessionResponse,
  SessionsResponse,
  SharedReportResponse,
  SharedReportsResponse,
  ShareResponse,
  SignInResponse,
  SiteWalletResponse,
  SourcesResponse,
  SpendingResponse,
  StatementResponse,
  StatusHistoryResponse,
  StatusResponse,
  TwoFactorStartResponse,
} from './responses.ts'
import {
  AccountActionsResponse,
  DescribeInvitationResponse,
  InvitationRequest,
  InvitationsResponse,
  InviteRequest,
  RemoveMemberRequest,
  SetRoleRequest,
  SwitchAccountRequest,
  TeamResponse,
} from './team.ts'

export interface SiteOperation {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly audience: Audience
  readonly body?: TSchema
  /** Only where a body may be longer than most. */
  readonly bodyBytes?: number
  /** For what the API takes too: the rules between its fields. The API's limits hold as well. */
  readonly rules?: RequestRules
  /** Values that validation fills in for missing fields. */
  readonly defaults?: Readonly<Record<string, unknown>>
  readonly query?: TSchema
  /** Absent where the answer is a stream of server-sent events. */
  readonly response?: TSchema
}

/**
 * Every operation of the website by its name: what the page may ask of the server, with the session's
 * cookie instead of a key. Not part of the API: it changes with the page. Each POST must come from the
 * website's own origin.
 */
export const siteOperations = {
  session: { ...sitePaths.session, response: SessionResponse },
  sign_up: { ...sitePaths.sign_up, body: SignUpRequest, response: DoneResponse },
  confirm_email: {
    ...sitePaths.confirm_email,
    body: ConfirmEmailRequest,
    response: SignInResponse,
  },
  sign_in: { ...sitePaths.sign_in, body: Credentials, response: SignInResponse },
  sign_in_with: {
    ...sitePaths.sign_in_with,
    query: SignInWithQuery,
    response: RedirectResponse,
  },
  start_passkey_sign_in: {
    ...sitePaths.start_passkey_sign_in,
    response: PasskeyStartResponse,
  },
  passkey_sign_in: {
    ...sitePaths.passkey_sign_in,
    body: PasskeySignInRequest,
    response: SignInResponse,
  },
  second_factor: {
    ...sitePaths.second_factor,
    body: SecondFactorRequest,
    response: SignInResponse,
  },
  sign_out: { ...sitePaths.sign_out, response: DoneResponse },
  request_reset: { ...sitePaths.request_reset, body: EmailRequest, response: DoneResponse },
  reset_password: {
    ...sitePaths.reset_password,
    body: ResetPasswordRequest,
    response: DoneResponse,
  },
  change_password: {
    ...sitePaths.change_password,
    body: ChangePasswordRequest,
    response: DoneResponse,
  },
  change_email: { ...sitePaths.change_email, body: ChangeEmailRequest, response: DoneResponse },
  confirm_new_email: {
    ...sitePaths.confirm_new_email,
    body: ConfirmNewEmailRequest,
    response: DoneResponse,
  },
  sessions: { ...sitePaths.sessions, response: SessionsResponse },
  revoke_session: { ...sitePaths.revoke_session, response: DoneResponse },
  revoke_other_sessions: { ...sitePaths.revoke_other_sessions, response: DoneResponse },
  start_two_factor: {
    ...sitePaths.start_two_factor,
    body: PasswordRequest,
    response: TwoFactorStartResponse,
  },
  confirm_two_factor: {
    ...sitePaths.confirm_two_factor,
    body: CodeRequest,
    response: DoneResponse,
  },
  stop_two_factor: { ...sitePaths.stop_two_factor, body: PasswordRequest, response: DoneResponse },
  new_backup_codes: {
    ...sitePaths.new_backup_codes,
    body: PasswordRequest,
    response: BackupCodesResponse,
  },
  switch_account: {
    ...sitePaths.switch_account,
    body: SwitchAccountRequest,
    response: DoneResponse,
  },
  describe_invitation: {
    ...sitePaths.describe_invitation,
    body: InvitationRequest,
    response: DescribeInvitationResponse,
  },
  accept_invitation: {
    ...sitePaths.accept_invitation,
    body: InvitationRequest,
    response: DoneResponse,
  },
  team: { ...sitePaths.team, response: TeamResponse },
  leave_team: { ...sitePaths.leave_team, response: DoneResponse },
  invitations: { ...sitePaths.invitations, response: InvitationsResponse },
  invite: { ...sitePaths.invite, body: InviteRequest, response: DoneResponse },
  withdraw_invitation: { ...sitePaths.withdraw_invitation, response: DoneResponse },
  set_role: { ...sitePaths.set_role, body: SetRoleRequest, response: DoneResponse },
  remove_member: { ...sitePaths.remove_member, body: RemoveMemberRequest, response: DoneResponse },
  transfer_ownership: {
    ...sitePaths.transfer_ownership,
    body: PasswordRequest,
    response: DoneResponse,
  },
  account_actions: {
    ...sitePaths.account_actions,
    query: ActionsQuery,
    response: AccountActionsResponse,
  },
  passkeys: { ...sitePaths.passkeys, response: PasskeysResponse },
  start_passkey: {
    ...sitePaths.start_passkey,
    body: PasswordRequest,
    response: PasskeyStartResponse,
  },
  add_passkey: { ...sitePaths.add_passkey, body: AddPasskeyRequest, response: DoneResponse },
  rename_passkey: {
    ...sitePaths.rename_passkey,
    body: RenamePasskeyRequest,
    response: DoneResponse,
  },
  remove_passkey: { ...sitePaths.remove_passkey, body: PasswordRequest, response: DoneResponse },
  close_account: { ...sitePaths.close_account, body: CloseAccountRequest, response: DoneResponse },
  keys: { ...sitePaths.keys, response: KeysResponse },
  create_key: { ...sitePaths.create_key, body: CreateKeyRequest, response: CreatedKeyResponse },
  set_key_limits: { ...sitePaths.set_key_limits, body: KeyLimitsRequest, response: DoneResponse },
  revoke_key: { ...sitePaths.revoke_key, response: DoneResponse },
  describe_connection: {
    ...sitePaths.describe_connection,
    body: DescribeConnectionRequest,
    response: DescribeConnectionResponse,
  },
  accept_connection: {
    ...sitePaths.accept_connection,
    body: AcceptConnectionRequest,
    response: RedirectResponse,
  },
  describe_device: {
    ...sitePaths.describe_device,
    body: DeviceRequest,
    response: DescribeDeviceResponse,
  },
  approve_device: {
    ...sitePaths.approve_device,
    body: ApproveDeviceRequest,
    response: DoneResponse,
  },
  deny_device: { ...sitePaths.deny_device, body: DeviceRequest, response: DoneResponse },
  list_webhooks: { ...sitePaths.list_webhooks, response: WebhooksResponse },
  create_webhook: {
    ...sitePaths.create_webhook,
    body: CreateWebhookRequest,
    response: WebhookSecretResponse,
  },
  update_webhook: {
    ...sitePaths.update_webhook,
    body: UpdateWebhookRequest,
    response: Webhook,
  },
  rotate_webhook: { ...sitePaths.rotate_webhook, response: WebhookSecretResponse },
  delete_webhook: { ...sitePaths.delete_webhook, response: DoneResponse },
  test_webhook: { ...sitePaths.test_webhook, response: DoneResponse },
  list_deliveries: { ...sitePaths.list_deliveries, response: WebhookDeliveriesResponse },
  replay_delivery: { ...sitePaths.replay_delivery, response: DoneResponse },
  wallet: { ...sitePaths.wallet, response: SiteWalletResponse },
  billing: { ...sitePaths.billing, response: BillingDetails },
  set_billing: { ...sitePaths.set_billing, body: BillingDetails, response: DoneResponse },
  movements: { ...sitePaths.movements, query: MovementsQuery, response: MovementsResponse },
  statement: { ...sitePaths.statement, query: StatementQuery, response: StatementResponse },
  set_notice: { ...sitePaths.set_notice, body: NoticeRequest, response: DoneResponse },
  mail_choices: { ...sitePaths.mail_choices, response: MailChoicesResponse },
  set_mail_choice: {
    ...sitePaths.set_mail_choice,
    body: MailChoiceRequest,
    response: DoneResponse,
  },
  request_refund: { ...sitePaths.request_refund, response: DoneResponse },
  recharge: { ...sitePaths.recharge, body: RechargeRequest, response: RechargeResponse },
  auto_recharge: { ...sitePaths.auto_recharge, response: AutoRechargeResponse },
  set_auto_recharge: {
    ...sitePaths.set_auto_recharge,
    body: AutoRechargeRequest,
    response: DoneResponse,
  },
  remove_card: { ...sitePaths.remove_card, response: DoneResponse },
  payments: { ...sitePaths.payments, response: PaymentsResponse },
  payment: { ...sitePaths.payment, response: PaymentResponse },
  test_payment: { ...sitePaths.test_payment, body: TestPaymentRequest, response: PaymentResponse },
  usage: { ...sitePaths.usage, query: UsageQuery, response: UsageResponse },
  spending: { ...sitePaths.spending, query: SpendingQuery, response: SpendingResponse },
  share_report: {
    ...sitePaths.share_report,
    body: ShareRequest,
    bodyBytes: 360_000,
    response: ShareResponse,
  },
  shared_reports: { ...sitePaths.shared_reports, response: SharedReportsResponse },
  shared_report: { ...sitePaths.shared_report, response: SharedReportResponse },
  delete_shared: { ...sitePaths.delete_shared, response: DoneResponse },
  ...runOperations(),
  follow_call: sitePaths.follow_call,
  cancel_call: { ...sitePaths.cancel_call, response: CallResponse },
  open_calls: { ...sitePaths.open_calls, response: OpenCallsResponse },
  task: { ...sitePaths.task, response: TaskResponse },
  task_events: sitePaths.task_events,
  sources: { ...sitePaths.sources, response: SourcesResponse },
  try_answer: { ...sitePaths.try_answer, body: TryAnswerRequest, response: AnswerResult },
  status: { ...sitePaths.status, query: StatusQuery, response: StatusResponse },
  status_history: { ...sitePaths.status_history, response: StatusHistoryResponse },
  operator_overview: { ...sitePaths.operator_overview, response: OverviewResponse },
  operator_accounts: {
    ...sitePaths.operator_accounts,
    body: SearchAccountsRequest,
    response: AccountsResponse,
  },
  operator_account: { ...sitePaths.operator_account, response: AccountResponse },
  operator_movements: {
    ...sitePaths.operator_movements,
    query: OperatorMovementsQuery,
    response: MovementsResponse,
  },
  operator_adjust: {
    ...sitePaths.operator_adjust,
    body: AdjustRequest,
    response: ActionResponse,
  },
  operator_set_state: {
    ...sitePaths.operator_set_state,
    body: SetStateRequest,
    response: ActionResponse,
  },
  operator_revoke_key: {
    ...sitePaths.operator_revoke_key,
    body: ActionRequest,
    response: ActionResponse,
  },
  operator_payments: {
    ...sitePaths.operator_payments,
    query: OperatorPaymentsQuery,
    response: OperatorPaymentsResponse,
  },
  operator_check_payment: {
    ...sitePaths.operator_check_payment,
    body: ActionRequest,
    response: ActionResponse,
  },
  operator_held: { ...sitePaths.operator_held, response: HeldResponse },
  operator_health: { ...sitePaths.operator_health, response: HealthResponse },
  operator_refunds: {
    ...sitePaths.operator_refunds,
    query: RefundsQuery,
    response: RefundsResponse,
  },
  operator_audits: { ...sitePaths.operator_audits, response: AuditsResponse },
  operator_run_audit: {
    ...sitePaths.operator_run_audit,
    body: ActionRequest,
    response: AuditResponse,
  },
  operator_actions: {
    ...sitePaths.operator_actions,
    query: ActionsQuery,
    response: ActionsResponse,
  },
} as const satisfies Record<SiteOperationName, SiteOperation>

/** The type of an operation's body, query or response; `undefined` where it has none. */
export type SitePart<
  Name extends SiteOperationName,
  Part extends 'body' | 'query' | 'response',
> = (typeof siteOperations)[Name] extends { readonly [Key in Part]: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

function runOperations() {
  const entries = TOOLS.map(tool => {
    const { schema, examples: _, ...checks } = toolRequest(tool)
    return [runName(tool), { ...sitePaths[runName(tool)], body: schema, ...checks }]
  })
  return Object.fromEntries(entries) as {
    readonly [Name in Tool as `run_${Name}`]: (typeof sitePaths)[`run_${Name}`] & {
      readonly body: (typeof requestSchemas)[Name]
    } & Pick<SiteOperation, 'rules' | 'defaults'>
  }
}
