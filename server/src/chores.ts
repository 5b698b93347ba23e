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
import { createCheckDueTasks } from './tasks/check-due-tasks.ts'
import type { TaskDependencies } from './tasks/retrieve-task.ts'
import type { UpstreamRegistry } from './upstream/upstream-registry.ts'
import { createSweeper } from './wallet/create-sweeper.ts'
import { type Deliveries, flushDeliveries } from './wallet/deliveries.ts'
import { openMissedCharges } from './wallet/open-missed-charges.ts'
import type { Webhooks } from './webhooks/create-webhooks.ts'
import type { Website } from './website.ts'

const REVOCATIONS_MS = 300
const LAST_USE_MS = 1_000
/** Short, since calls delivered within this time before a crash are refunded. */
const DELIVERIES_MS = 250
const RESULTS_MS = 1_000
const MAIL_MS = 5_000
const WEBHOOKS_MS = 1_000
const PAYMENTS_MS = 30_000
const NOTICES_MS = 15_000
const FIGURES_MS = 30_000
const TIDY_MS = 600_000
/** Well before the deadline of any charge. */
const MISSED_MS = 60_000
const AUDIT_TURN_MS = 60_000
const SWEEP_PAUSED =
  'the sweeper paused for one lease, because it would refund more than FOOTNOTE_SWEEP_SHARE of all held money at once: check the database’s clock and whether the instances are alive'

/** Starts the background work. Every instance may do all of it. */
export function startChores(
  {
    database,
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
    closing,
    log,
    reportFault,
  }: {
    timeLimits: TimeLimits
    mostSweepShare: number
    closing: AbortSignal
    log: Log
    reportFault: (error: unknown) => void
  },
): Repetition[] {
  const every = (everyMs: number, work: (stopped: AbortSignal) => Promise<unknown>) =>
    repeat(work, { everyMs, onError: reportFault })
  const { instanceId, leaseMs } = lease
  const sweep = createSweeper(database, {
    instanceId,
    leaseMs,
    mostShare: mostSweepShare,
    onPause: pause => log.error({ ...pause, units: String(pause.units) }, SWEEP_PAUSED),
  })
  return [
    every(leaseMs / 5, lease.renew),
    every(timeLimits.sweepMs, sweep),
    every(timeLimits.sweepMs, createCheckDueTasks(tasks, { closing, onError: reportFault })),
    every(DELIVERIES_MS, () => flushDeliveries(database, deliveries)),
    every(RESULTS_MS, async () => results.expire()),
    every(REVOCATIONS_MS, authenticator.followRevocations),
    every(LAST_USE_MS, authenticator.flushLastUse),
    every(TIDY_MS, upstreams.tidy),
    every(TIDY_MS, () => forgetOldLeases(database, lease)),
    every(TIDY_MS, () => ensureMonths(database)),
    every(WEBHOOKS_MS, webhooks.deliver),
    every(TIDY_MS, webhooks.tidy),
    every(MISSED_MS, () => openMissedCharges(database)),
    every(FIGURES_MS, stopped => countCalls(database, { signal: stopped })),
    repeat(auditInTurn, { everyMs: AUDIT_TURN_MS, waitsFirst: true, onError: reportFault }),
    ...(website ? choresOf(website) : []),
  ]

  async function auditInTurn(stopped: AbortSignal): Promise<void> {
    if (!(await claimAudit(database))) return
    await runAudit({
      cause: 'service',
      signal: stopped,
      report(violations) {
        for (const violation of violations) log.error(violation, 'audit violation')
      },
    })
  }

  function choresOf(site: Website): Repetition[] {
    const { mailer, signIn, connections, payments, walletUrl, mailReceipts } = site
    return [
      every(MAIL_MS, mailer.deliver),
      every(TIDY_MS, mailer.tidy),
      every(NOTICES_MS, () => noticeLowBalances(database, { walletUrl })),
      every(PAYMENTS_MS, payments.reconcile),
      every(MAIL_MS, mailReceipts),
      every(TIDY_MS, signIn.tidy),
      every(TIDY_MS, connections.tidy),
    ]
  }
}
