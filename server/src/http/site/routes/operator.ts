import type { SiteRoutes } from '../site-route.ts'

const unwritten = async (): Promise<never> => {
  throw new Error('not written yet')
}

export const operatorRoutes: Pick<
  SiteRoutes,
  | 'operator_overview'
  | 'operator_accounts'
  | 'operator_account'
  | 'operator_movements'
  | 'operator_adjust'
  | 'operator_set_state'
  | 'operator_revoke_key'
  | 'operator_payments'
  | 'operator_check_payment'
  | 'operator_held'
  | 'operator_health'
  | 'operator_refunds'
  | 'operator_audits'
  | 'operator_run_audit'
  | 'operator_actions'
> = {
  operator_overview: unwritten,
  operator_accounts: unwritten,
  operator_account: unwritten,
  operator_movements: unwritten,
  operator_adjust: unwritten,
  operator_set_state: unwritten,
  operator_revoke_key: unwritten,
  operator_payments: unwritten,
  operator_check_payment: unwritten,
  operator_held: unwritten,
  operator_health: unwritten,
  operator_refunds: unwritten,
  operator_audits: unwritten,
  operator_run_audit: unwritten,
  operator_actions: unwritten,
}
