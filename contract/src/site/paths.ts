import { TOOLS, type Tool, tools } from '../tools.ts'

/** The roles in an account, each of which may do all that the ones before it may. */
export const ROLES = ['viewer', 'developer', 'owner'] as const
export type Role = (typeof ROLES)[number]

/**
 * The least one who may call an operation: anybody; a signed-in user, for themselves; a member of the
 * account that the session works for, by role; or an operator.
 */
export type Audience = 'visitor' | 'user' | Role | 'operator'

interface SitePath {
  readonly method: 'GET' | 'POST'
  /** Parameters in braces. */
  readonly path: string
  readonly audience: Audience
}

/**
 * Method and path of each website operation. Separate from the schemas, which a browser would load for
 * nothing.
 */
export const sitePaths = {
  session: { method: 'GET', path: '/site/session', audience: 'visitor' },
  sign_up: { method: 'POST', path: '/site/sign-up', audience: 'visitor' },
  confirm_email: { method: 'POST', path: '/site/confirm-email', audience: 'visitor' },
  sign_in: { method: 'POST', path: '/site/sign-in', audience: 'visitor' },
  sign_in_with: { method: 'POST', path: '/site/sign-in/{provider}', audience: 'visitor' },
  start_passkey_sign_in: {
    method: 'POST',
    path: '/site/passkey-sign-in/start',
    audience: 'visitor',
  },
  passkey_sign_in: { method: 'POST', path: '/site/passkey-sign-in', audience: 'visitor' },
  second_factor: { method: 'POST', path: '/site/second-factor', audience: 'visitor' },
  sign_out: { method: 'POST', path: '/site/sign-out', audience: 'visitor' },
  request_reset: { method: 'POST', path: '/site/request-reset', audience: 'visitor' },
  reset_password: { method: 'POST', path: '/site/reset-password', audience: 'visitor' },
  change_password: { method: 'POST', path: '/site/change-password', audience: 'user' },
  change_email: { method: 'POST', path: '/site/change-email', audience: 'user' },
  confirm_new_email: { method: 'POST', path: '/site/confirm-new-email', audience: 'user' },
  sessions: { method: 'GET', path: '/site/sessions', audience: 'user' },
  revoke_session: {
    method: 'POST',
    path: '/site/sessions/{session_id}/revoke',
    audience: 'user',
  },
  revoke_other_sessions: {
    method: 'POST',
    path: '/site/revoke-other-sessions',
    audience: 'user',
  },
  start_two_factor: { method: 'POST', path: '/site/two-factor/start', audience: 'user' },
  confirm_two_factor: { method: 'POST', path: '/site/two-factor/confirm', audience: 'user' },
  stop_two_factor: { method: 'POST', path: '/site/two-factor/stop', audience: 'user' },
  new_backup_codes: { method: 'POST', path: '/site/two-factor/backup-codes', audience: 'user' },
  passkeys: { method: 'GET', path: '/site/passkeys', audience: 'user' },
  start_passkey: { method: 'POST', path: '/site/passkeys/start', audience: 'user' },
  add_passkey: { method: 'POST', path: '/site/passkeys', audience: 'user' },
  rename_passkey: {
    method: 'POST',
    path: '/site/passkeys/{passkey_id}/rename',
    audience: 'user',
  },
  remove_passkey: {
    method: 'POST',
    path: '/site/passkeys/{passkey_id}/remove',
    audience: 'user',
  },
  switch_account: { method: 'POST', path: '/site/switch-account', audience: 'user' },
  // By POST, since the token of an invitation belongs into no log of addresses.
  describe_invitation: { method: 'POST', path: '/site/invitations/describe', audience: 'user' },
  accept_invitation: { method: 'POST', path: '/site/invitations/accept', audience: 'user' },
  team: { method: 'GET', path: '/site/team', audience: 'viewer' },
  leave_team: { method: 'POST', path: '/site/team/leave', audience: 'viewer' },
  invitations: { method: 'GET', path: '/site/team/invitations', audience: 'owner' },
  invite: { method: 'POST', path: '/site/team/invitations', audience: 'owner' },
  withdraw_invitation: {
    method: 'POST',
    path: '/site/team/invitations/{invitation_id}/withdraw',
    audience: 'owner',
  },
  set_role: { method: 'POST', path: '/site/team/members/{user_id}/role', audience: 'owner' },
  remove_member: { method: 'POST', path: '/site/team/members/{user_id}/remove', audience: 'owner' },
  transfer_ownership: {
    method: 'POST',
    path: '/site/team/members/{user_id}/make-owner',
    audience: 'owner',
  },
  account_actions: { method: 'GET', path: '/site/team/actions', audience: 'owner' },
  close_account: { method: 'POST', path: '/site/close-account', audience: 'owner' },
  keys: { method: 'GET', path: '/site/keys', audience: 'viewer' },
  create_key: { method: 'POST', path: '/site/keys', audience: 'developer' },
  set_key_limits: { method: 'POST', path: '/site/keys/{key_id}/limits', audience: 'developer' },
  revoke_key: { method: 'POST', path: '/site/keys/{key_id}/revoke', audience: 'developer' },
  // By POST, since the query of an OAuth request is long.
  describe_connection: {
    method: 'POST',
    path: '/site/connections/describe',
    audience: 'developer',
  },
  accept_connection: { method: 'POST', path: '/site/connections', audience: 'developer' },
  // By POST, since the code belongs into no log of addresses.
  describe_device: { method: 'POST', path: '/site/devices/describe', audience: 'developer' },
  approve_device: { method: 'POST', path: '/site/devices/approve', audience: 'developer' },
  deny_device: { method: 'POST', path: '/site/devices/deny', audience: 'developer' },
  list_webhooks: { method: 'GET', path: '/site/webhooks', audience: 'viewer' },
  create_webhook: { method: 'POST', path: '/site/webhooks', audience: 'developer' },
  update_webhook: {
    method: 'POST',
    path: '/site/webhooks/{webhook_id}/update',
    audience: 'developer',
  },
  rotate_webhook: {
    method: 'POST',
    path: '/site/webhooks/{webhook_id}/rotate',
    audience: 'developer',
  },
  delete_webhook: {
    method: 'POST',
    path: '/site/webhooks/{webhook_id}/delete',
    audience: 'developer',
  },
  test_webhook: { method: 'POST', path: '/site/webhooks/{webhook_id}/test', audience: 'developer' },
  list_deliveries: {
    method: 'GET',
    path: '/site/webhooks/{webhook_id}/deliveries',
    audience: 'viewer',
  },
  replay_delivery: {
    method: 'POST',
    path: '/site/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
    audience: 'developer',
  },
  wallet: { method: 'GET', path: '/site/wallet', audience: 'viewer' },
  billing: { method: 'GET', path: '/site/billing-details', audience: 'viewer' },
  set_billing: { method: 'POST', path: '/site/billing-details', audience: 'owner' },
  movements: { method: 'GET', path: '/site/movements', audience: 'viewer' },
  statement: { method: 'GET', path: '/site/statement', audience: 'viewer' },
  set_notice: { method: 'POST', path: '/site/low-balance-notice', audience: 'owner' },
  mail_choices: { method: 'GET', path: '/site/mail-choices', audience: 'owner' },
  set_mail_choice: { method: 'POST', path: '/site/mail-choices', audience: 'owner' },
  request_refund: { method: 'POST', path: '/site/refund-requests', audience: 'owner' },
  recharge: { method: 'POST', path: '/site/recharges', audience: 'owner' },
  auto_recharge: { method: 'GET', path: '/site/auto-recharge', audience: 'owner' },
  set_auto_recharge: { method: 'POST', path: '/site/auto-recharge', audience: 'owner' },
  remove_card: { method: 'POST', path: '/site/auto-recharge/remove-card', audience: 'owner' },
  payments: { method: 'GET', path: '/site/payments', audience: 'viewer' },
  payment: { method: 'GET', path: '/site/payments/{payment_id}', audience: 'viewer' },
  test_payment: { method: 'POST', path: '/site/payments/{payment_id}/test', audience: 'owner' },
  usage: { method: 'GET', path: '/site/usage', audience: 'viewer' },
  spending: { method: 'GET', path: '/site/spending', audience: 'viewer' },
  share_report: { method: 'POST', path: '/site/shared', audience: 'developer' },
  shared_reports: { method: 'GET', path: '/site/shared', audience: 'developer' },
  shared_report: { method: 'GET', path: '/site/shared/{share_id}', audience: 'visitor' },
  delete_shared: { method: 'POST', path: '/site/shared/{share_id}/delete', audience: 'developer' },
  ...toolPaths(),
  follow_call: { method: 'GET', path: '/site/calls/{request_id}/events', audience: 'developer' },
  cancel_call: {
    method: 'POST',
    path: '/site/calls/{request_id}/cancel',
    audience: 'developer',
  },
  open_calls: { method: 'GET', path: '/site/open-calls', audience: 'viewer' },
  task: { method: 'GET', path: '/site/tasks/{task_id}', audience: 'developer' },
  task_events: { method: 'GET', path: '/site/tasks/{task_id}/events', audience: 'developer' },
  sources: { method: 'GET', path: '/site/sources', audience: 'visitor' },
  try_answer: { method: 'POST', path: '/site/try-answer', audience: 'visitor' },
  status: { method: 'GET', path: '/site/status', audience: 'visitor' },
  status_history: { method: 'GET', path: '/site/status/history', audience: 'visitor' },
  operator_overview: { method: 'GET', path: '/site/operator/overview', audience: 'operator' },
  // By POST, since what is searched for is an address as a rule, which belongs into no log of addresses.
  operator_accounts: {
    method: 'POST',
    path: '/site/operator/account-search',
    audience: 'operator',
  },
  operator_account: {
    method: 'GET',
    path: '/site/operator/accounts/{account_id}',
    audience: 'operator',
  },
  operator_movements: {
    method: 'GET',
    path: '/site/operator/accounts/{account_id}/movements',
    audience: 'operator',
  },
  operator_adjust: {
    method: 'POST',
    path: '/site/operator/accounts/{account_id}/adjust',
    audience: 'operator',
  },
  operator_set_state: {
    method: 'POST',
    path: '/site/operator/accounts/{account_id}/state',
    audience: 'operator',
  },
  operator_revoke_key: {
    method: 'POST',
    path: '/site/operator/keys/{key_id}/revoke',
    audience: 'operator',
  },
  operator_payments: { method: 'GET', path: '/site/operator/payments', audience: 'operator' },
  operator_check_payment: {
    method: 'POST',
    path: '/site/operator/payments/{payment_id}/check',
    audience: 'operator',
  },
  operator_held: { method: 'GET', path: '/site/operator/held', audience: 'operator' },
  operator_health: { method: 'GET', path: '/site/operator/health', audience: 'operator' },
  operator_refunds: { method: 'GET', path: '/site/operator/refunds', audience: 'operator' },
  operator_audits: { method: 'GET', path: '/site/operator/audits', audience: 'operator' },
  operator_run_audit: { method: 'POST', path: '/site/operator/audits', audience: 'operator' },
  operator_actions: { method: 'GET', path: '/site/operator/actions', audience: 'operator' },
} as const satisfies Record<string, SitePath>

export type SiteOperationName = keyof typeof sitePaths

/** The website's operation that calls a tool. */
export type RunName = `run_${Tool}`

export function runName(tool: Tool): RunName {
  return `run_${tool}`
}

function toolPaths() {
  const entries = TOOLS.map(tool => [
    runName(tool),
    { method: 'POST', path: `/site/${tools[tool].command}`, audience: 'developer' },
  ])
  return Object.fromEntries(entries) as Readonly<
    Record<RunName, SitePath & { readonly method: 'POST'; readonly audience: 'developer' }>
  >
}
