import { siteLimits } from '@footnote/contract/site/limits'
import type { HealthResponse } from '@footnote/contract/site/operator'
import { listAudits } from '../../../admin/audit-runs.ts'
import { findAccounts, readAccount } from '../../../admin/find-accounts.ts'
import { listActions } from '../../../admin/list-actions.ts'
import { listAllPayments, readReconciliation } from '../../../admin/list-all-payments.ts'
import { readHealth } from '../../../admin/read-health.ts'
import { readHeld } from '../../../admin/read-held.ts'
import { readOverview } from '../../../admin/read-overview.ts'
import { ApiError } from '../../../api-error.ts'
import { readRefunds } from '../../../figures/read-refunds.ts'
import { listKeys } from '../../../keys/keys.ts'
import { listMovements } from '../../../wallet/list-movements.ts'
import { listUsage } from '../../../wallet/list-usage.ts'
import { readDays, requireId } from '../read-request.ts'
import type { SiteDependencies, SiteRoutes } from '../site-route.ts'
import { MOST_LISTED, toKey } from './keys.ts'

const MOST_AUDITS = 50
const most = siteLimits.operatorRows

/** Everything an admin can view; the actions are in operator-actions.ts. */
export const operatorRoutes: Pick<
  SiteRoutes,
  | 'operator_overview'
  | 'operator_accounts'
  | 'operator_account'
  | 'operator_movements'
  | 'operator_payments'
  | 'operator_held'
  | 'operator_health'
  | 'operator_refunds'
  | 'operator_audits'
  | 'operator_actions'
> = {
  operator_overview: async ({ database }) => readOverview(database),

  operator_accounts: async ({ database }, { body }) =>
    findAccounts(database, { search: body.search, most }),

  operator_account: async ({ database }, { params }) => {
    const accountId = requireId(params, 'account_id')
    const [account, keys, { payments }, calls, { actions }] = await Promise.all([
      readAccount(database, accountId),
      listKeys(database, accountId, { most: MOST_LISTED }),
      listAllPayments(database, { accountId, most }),
      listUsage(database, accountId).then(page => page.calls),
      listActions(database, { accountId, most }),
    ])
    if (!account) throw new ApiError('NOT_FOUND')
    return { account, keys: keys.map(toKey), payments, calls, actions }
  },

  operator_movements: async ({ database }, { params, query }) => {
    const accountId = requireId(params, 'account_id')
    if (!(await readAccount(database, accountId))) throw new ApiError('NOT_FOUND')
    return listMovements(database, { accountId, before: query.before })
  },

  operator_payments: async ({ database }, { query }) => {
    const [payments, reconciliation] = await Promise.all([
      listAllPayments(database, { show: query.show, most }),
      readReconciliation(database),
    ])
    return { ...payments, reconciliation }
  },

  operator_held: async ({ database }) => readHeld(database, { most }),

  operator_health: async deps => ({
    ...describeUpstream(deps),
    ...(await readHealth(deps.database, { instanceId: deps.api.calls.lease.instanceId })),
  }),

  operator_refunds: async ({ database }, { query }) =>
    readRefunds(database, { days: readDays(query.days, siteLimits.refundDays) }),

  operator_audits: async ({ database }) => ({
    audits: await listAudits(database, { most: MOST_AUDITS }),
  }),

  operator_actions: async ({ database }, { query }) =>
    listActions(database, { before: query.before, most }),
}

/** Health as this process sees it. */
function describeUpstream({
  api: { calls, timeLimits },
  upstreamHost,
  engine: { health },
}: SiteDependencies): Pick<HealthResponse, 'upstream' | 'engine'> {
  const isEmbedded = upstreamHost === undefined
  // The tool with the shortest time limit is refused first.
  const refusalMs = calls.upstream.refusalMs(timeLimits.callMs.answer)
  return {
    upstream: {
      name: upstreamHost ?? 'embedded engine',
      is_embedded: isEmbedded,
      accepts_calls: refusalMs === undefined,
      refusal_ms: refusalMs === undefined ? null : Math.ceil(refusalMs),
      calls_in_flight: calls.inFlight.count,
    },
    engine: isEmbedded ? { is_running: health.isRunning, restarts: health.restarts } : null,
  }
}
