import { TOOLS, type Tool, tools } from '../tools.ts'

interface SitePath {
  readonly method: 'GET' | 'POST'
  /** Parameters in braces. */
  readonly path: string
  /** Open to anybody, to signed-in users, or to operators. */
  readonly audience: 'visitor' | 'member' | 'operator'
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
  second_factor: { method: 'POST', path: '/site/second-factor', audience: 'visitor' },
  sign_out: { method: 'POST', path: '/site/sign-out', audience: 'visitor' },
  request_reset: { method: 'POST', path: '/site/request-reset', audience: 'visitor' },
  reset_password: { method: 'POST', path: '/site/reset-password', audience: 'visitor' },
  change_password: { method: 'POST', path: '/site/change-password', audience: 'member' },
  change_email: { method: 'POST', path: '/site/change-email', audience: 'member' },
  confirm_new_email: { method: 'POST', path: '/site/confirm-new-email', audience: 'member' },
  sessions: { method: 'GET', path: '/site/sessions', audience: 'member' },
  revoke_session: {
    method: 'POST',
    path: '/site/sessions/{session_id}/revoke',
    audience: 'member',
  },
  revoke_other_sessions: {
    method: 'POST',
    path: '/site/revoke-other-sessions',
    audience: 'member',
  },
  start_two_factor: { method: 'POST', path: '/site/two-factor/start', audience: 'member' },
  confirm_two_factor: { method: 'POST', path: '/site/two-factor/confirm', audience: 'member' },
  stop_two_factor: { method: 'POST', path: '/site/two-factor/stop', audience: 'member' },
  new_backup_codes: { method: 'POST', path: '/site/two-factor/backup-codes', audience: 'member' },
  close_account: { method: 'POST', path: '/site/close-account', audience: 'member' },
  keys: { method: 'GET', path: '/site/keys', audience: 'member' },
  create_key: { method: 'POST', path: '/site/keys', audience: 'member' },
  set_key_limits: { method: 'POST', path: '/site/keys/{key_id}/limits', audience: 'member' },
  revoke_key: { method: 'POST', path: '/site/keys/{key_id}/revoke', audience: 'member' },
  // By POST, since the query of an OAuth request is long.
  describe_connection: {
    method: 'POST',
    path: '/site/connections/describe',
    audience: 'member',
  },
  accept_connection: { method: 'POST', path: '/site/connections', audience: 'member' },
  // By POST, since the code belongs into no log of addresses.
  describe_device: { method: 'POST', path: '/site/devices/describe', audience: 'member' },
  approve_device: { method: 'POST', path: '/site/devices/approve', audience: 'member' },
  deny_device: { method: 'POST', path: '/site/devices/deny', audience: 'member' },
  list_webhooks: { method: 'GET', path: '/site/webhooks', audience: 'member' },
  create_webhook: { method: 'POST', path: '/site/webhooks', audience: 'member' },
  update_webhook: {
    method: 'POST',
    path: '/site/webhooks/{webhook_id}/update',
    audience: 'member',
  },
  rotate_webhook: {
    method: 'POST',
    path: '/site/webhooks/{webhook_id}/rotate',
    audience: 'member',
  },
  delete_webhook: {
    method: 'POST',
    path: '/site/webhooks/{webhook_id}/delete',
    audience: 'member',
  },
  test_webhook: { method: 'POST', path: '/site/webhooks/{webhook_id}/test', audience: 'member' },
  list_deliveries: {
    method: 'GET',
    path: '/site/webhooks/{webhook_id}/deliveries',
    audience: 'member',
  },
  replay_delivery: {
    method: 'POST',
    path: '/site/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
    audience: 'member',
  },
  wallet: { method: 'GET', path: '/site/wallet', audience: 'member' },
  billing: { method: 'GET', path: '/site/billing-details', audience: 'member' },
  set_billing: { method: 'POST', path: '/site/billing-details', audience: 'member' },
  movements: { method: 'GET', path: '/site/movements', audience: 'member' },
  set_notice: { method: 'POST', path: '/site/low-balance-notice', audience: 'member' },
  request_refund: { method: 'POST', path: '/site/refund-requests', audience: 'member' },
  recharge: { method: 'POST', path: '/site/recharges', audience: 'member' },
  payments: { method: 'GET', path: '/site/payments', audience: 'member' },
  payment: { method: 'GET', path: '/site/payments/{payment_id}', audience: 'member' },
  test_payment: { method: 'POST', path: '/site/payments/{payment_id}/test', audience: 'member' },
  usage: { method: 'GET', path: '/site/usage', audience: 'member' },
  spending: { method: 'GET', path: '/site/spending', audience: 'member' },
  ...toolPaths(),
  follow_call: { method: 'GET', path: '/site/calls/{request_id}/events', audience: 'member' },
  cancel_call: {
    method: 'POST',
    path: '/site/calls/{request_id}/cancel',
    audience: 'member',
  },
  open_calls: { method: 'GET', path: '/site/open-calls', audience: 'member' },
  task: { method: 'GET', path: '/site/tasks/{task_id}', audience: 'member' },
  task_events: { method: 'GET', path: '/site/tasks/{task_id}/events', audience: 'member' },
  sources: { method: 'GET', path: '/site/sources', audience: 'visitor' },
  status: { method: 'GET', path: '/site/status', audience: 'visitor' },
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
    { method: 'POST', path: `/site/${tools[tool].command}`, audience: 'member' },
  ])
  return Object.fromEntries(entries) as Readonly<
    Record<RunName, SitePath & { readonly method: 'POST'; readonly audience: 'member' }>
  >
}
