import type { SitePart } from '@footnote/contract/site/operations'
import {
  type Action,
  adjustWallet,
  type Outcome,
  recordCheck,
  revokeKey,
  setAccountState,
} from '../../../admin/actions.ts'
import { listAudits } from '../../../admin/audit-runs.ts'
import { readAction } from '../../../admin/list-actions.ts'
import { ApiError } from '../../../api-error.ts'
import { invalid } from '../../validate-body.ts'
import { requireId } from '../read-request.ts'
import type { SiteCall, SiteRoutes } from '../site-route.ts'

/**
 * Actions in the admin area. Each is stored with its author and reason, in the transaction that
 * performs it.
 */
export const operatorActionRoutes: Pick<
  SiteRoutes,
  | 'operator_adjust'
  | 'operator_set_state'
  | 'operator_revoke_key'
  | 'operator_check_payment'
  | 'operator_run_audit'
> = {
  operator_adjust: async ({ database }, call) => {
    const accountId = requireId(call.params, 'account_id')
    const units = BigInt(call.body.units)
    requireDone(await adjustWallet(database, actionOf(call), { accountId, units }))
    return { action: await readAction(database, call.body.action_id) }
  },

  operator_set_state: async ({ database }, call) => {
    const accountId = requireId(call.params, 'account_id')
    const { state } = call.body
    requireDone(await setAccountState(database, actionOf(call), { accountId, state }))
    return { action: await readAction(database, call.body.action_id) }
  },

  operator_revoke_key: async ({ database }, call) => {
    const keyId = requireId(call.params, 'key_id')
    requireDone(await revokeKey(database, actionOf(call), { keyId }))
    return { action: await readAction(database, call.body.action_id) }
  },

  operator_check_payment: async ({ database, payments }, call) => {
    const paymentId = requireId(call.params, 'payment_id')
    const checked = await payments.checkPayment(paymentId)
    if (!checked) throw new ApiError('NOT_FOUND')
    requireDone(await recordCheck(database, actionOf(call), { ...checked, paymentId }))
    return { action: await readAction(database, call.body.action_id) }
  },

  operator_run_audit: async ({ database, runAudit, api }, call) => {
    const outcome = await runAudit({
      cause: 'operator',
      action: actionOf(call),
      signal: api.closing,
    })
    if (!outcome) throw new ApiError('SERVICE_UNAVAILABLE')
    requireDone(outcome)
    const [audit] = await listAudits(database, { most: 1, auditId: call.body.action_id })
    // Done long ago, and forgotten since.
    if (!audit) throw new ApiError('NOT_FOUND')
    return { audit }
  },
}

function actionOf({
  body,
  member,
}: Pick<SiteCall<'operator_adjust'>, 'member'> & {
  body: SitePart<'operator_revoke_key', 'body'>
}): Action {
  return {
    actionId: body.action_id,
    reason: body.reason,
    operator: { accountId: member.accountId, name: member.email },
  }
}

function requireDone(outcome: Outcome): void {
  switch (outcome) {
    case 'done':
      return
    case 'another':
      throw invalid('INVALID_REQUEST', [
        { path: '/action_id', message: 'belongs to another completed action; send a new one' },
      ])
    case 'unknown':
      throw new ApiError('NOT_FOUND')
    case 'too_much':
      throw new ApiError('TOO_MUCH')
    case 'closed':
      throw new ApiError('STATE_UNCHANGED', {
        message: 'The account is closed, so nothing was changed.',
      })
    case 'unchanged':
      throw new ApiError('STATE_UNCHANGED')
  }
}
