import type { Database } from '@footnote/platform/database/connect'
import type { Log } from '@footnote/platform/log'
import { type Repetition, repeat } from '@footnote/platform/repeat'
import { claimAudit } from './admin/audit-runs.ts'
import type { RunAudit } from './admin/run-audit.ts'
import type { HeldResults } from './calls/held-results.ts'
import type { TimeLimits } from './config.ts'
import { ensureMonths } from './database/ensure-months.ts'
import { countCalls } from './figures/count-calls.ts'
import { forgetOldLeases, type Lease } from './instance/lease.ts'
import type { Authenticator } from './keys/authenticator.ts'
import { noticeLowBalances } from './notices/notice-low-balances.ts'
import { resealSecrets } from './secrets/reseal-secrets.ts'
import type { ReplaceableSecrets } from './secrets/site-secrets.ts'
import { tidySharedReports } from './shares/shared-reports.ts'
import { createCheckDueTasks } from './tasks/check-due-tasks.ts'
import type { TaskDependencies } from './tasks/retrieve-task.ts'
import type { UpstreamRegistry } from './upstream/upstream-registry.ts'
import { createSweeper } from './wallet/create-sweeper.ts'
import { type Deliveries, flushDeliveries } from './wallet/deliveries.ts'
import { openMissedCharges } from './wallet/open-missed-charges.ts'
import type { Webhooks } from './webhooks/create-webhooks.ts'
import type { Website } from './website.ts'
import type { ChoreLock } from './workers/chore-lock.ts'

const REVOCATIONS_MS = 300
const CHORE_LOCK_MS = 500
const LAST_USE_MS = 1_000
/** Short, since calls delivered within this time before a crash are refunded. */
const DELIVERIES_MS = 250
const RESULTS_MS = 1_000
const MAIL_MS = 5_000
const WEBHOOKS_MS = 1_000
const PAYMENTS_MS = 30_000
const RECHARGE_MS = 5_000
const STATEMENTS_MS = 60_000
const WELCOME_MS = 1_000
const NOTICES_MS = 15_000
const FIGURES_MS = 30_000
const TIDY_MS = 600_000
/** Short, since shared reports are promised to be gone after a day. */
const SHARED_MS = 60_000
/** Well before the deadline of any charge. */
const MISSED_MS = 60_000
const AUDIT_TURN_MS = 60_000
const FOLLOW_SECRET_MS = 2_000
const RESEAL_MS = 15_000
const SEALED_ANEW =
  'all instances have FOOTNOTE_SECRET, and what FOOTNOTE_PREVIOUS_SECRET had sealed was sealed anew'
const SWEEP_PAUSED =
  'the sweeper paused for one lease, because it would refund more than FOOTNOTE_SWEEP_SHARE of all held money at once: check the database’s clock and whether the instances are alive'

/**
 * Starts the background work. Every instance may do all of it; of several workers, one does what concerns
 * all.
 */
export function startChores(
  {
    database,
    secrets,
    lease,
    deliveries,
    results,
    tasks,
    authenticator,
    upstreams,
    runAudit,
    webhooks,
    website,
  }: {
    database: Database
    secrets: ReplaceableSecrets
    lease: Lease
    deliveries: Deliveries
    results: Pick<HeldResults, 'expire'>
    tasks: TaskDependencies
    authenticator: Authenticator
    upstreams: UpstreamRegistry
    runAudit: RunAudit
    webhooks: Webhooks
    website: Website | undefined
  },
  {
    timeLimits,
    mostSweepShare,
    choreLock,
    closing,
    log,
    reportFault,
  }: {
    timeLimits: TimeLimits
    mostSweepShare: number
    /** Undefined if this instance is no worker. */
    choreLock: ChoreLock | undefined
    closing: AbortSignal
    log: Log
    reportFault: (error: unknown) => void
  },
): Repetition[] {
  const every = (everyMs: number, work: (stopped: AbortSignal) => Promise<unknown>) =>
    repeat(work, { everyMs, onError: reportFault })
  const common = (everyMs: number, work: (stopped: AbortSignal) => Promise<unknown>) =>
    every(everyMs, async stopped => choreLock?.isOurs === false || work(stopped))
  const { instanceId, leaseMs } = lease
  const sweep = createSweeper(database, {
    instanceId,
    leaseMs,
    mostShare: mostSweepShare,
    onPause: pause => log.error({ ...pause, units: String(pause.units) }, SWEEP_PAUSED),
  })
  return [
    ...(choreLock ? [every(CHORE_LOCK_MS, choreLock.tryTake)] : []),
    every(leaseMs / 5, lease.renew),
    every(DELIVERIES_MS, () => flushDeliveries(database, deliveries)),
    every(RESULTS_MS, async () => results.expire()),
    every(REVOCATIONS_MS, authenticator.followRevocations),
    every(LAST_USE_MS, authenticator.flushLastUse),
    common(timeLimits.sweepMs, sweep),
    common(timeLimits.sweepMs, createCheckDueTasks(tasks, { closing, onError: reportFault })),
    common(TIDY_MS, upstreams.tidy),
    common(TIDY_MS, () => forgetOldLeases(database, lease)),
    common(TIDY_MS, () => ensureMonths(database)),
    common(WEBHOOKS_MS, webhooks.deliver),
    common(TIDY_MS, webhooks.tidy),
    common(MISSED_MS, () => openMissedCharges(database)),
    ...replaceSecret(),
    common(FIGURES_MS, stopped => countCalls(database, { signal: stopped })),
    repeat(auditInTurn, { everyMs: AUDIT_TURN_MS, waitsFirst: true, onError: reportFault }),
    ...(website ? choresOf(website) : []),
  ]

  /** Seals anew again and again, since an instance may take a moment longer to use the new secret. */
  function replaceSecret(): Repetition[] {
    const [secret, previous] = secrets.all
    if (secret === undefined || previous === undefined) return []
    let hasReported = false
    return [
      every(FOLLOW_SECRET_MS, () => secrets.follow(database)),
      common(RESEAL_MS, async () => {
        if (secrets.current !== secret) return
        const count = await resealSecrets(database, { secret, previous })
        if (count > 0 || !hasReported) log.info({ count }, SEALED_ANEW)
        hasReported = true
      }),
    ]
  }

  async function auditInTurn(stopped: AbortSignal): Promise<void> {
    if (choreLock?.isOurs === false || !(await claimAudit(database))) return
    await runAudit({
      cause: 'service',
      signal: stopped,
      report(violations) {
        for (const violation of violations) log.error(violation, 'audit violation')
      },
    })
  }

  function choresOf(site: Website): Repetition[] {
    const {
      mailer,
      signIn,
      team,
      connections,
      payments,
      walletUrl,
      mailRecharges,
      mailAlerts,
      mailStatements,
      welcomeAccounts,
    } = site
    return [
      common(MAIL_MS, mailer.deliver),
      common(TIDY_MS, mailer.tidy),
      common(NOTICES_MS, () => noticeLowBalances(database, { walletUrl })),
      common(PAYMENTS_MS, payments.reconcile),
      common(RECHARGE_MS, payments.rechargeDue),
      common(MAIL_MS, mailRecharges),
      common(MAIL_MS, mailAlerts),
      common(STATEMENTS_MS, mailStatements),
      common(SHARED_MS, () => tidySharedReports(database)),
      common(WELCOME_MS, welcomeAccounts),
      common(TIDY_MS, signIn.tidy),
      common(TIDY_MS, team.tidy),
      common(TIDY_MS, connections.tidy),
    ]
  }
}
