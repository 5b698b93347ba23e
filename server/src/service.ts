import { type AddressInfo, isIPv6 } from 'node:net'
import { join } from 'node:path'
import { pages } from '@footnote/contract/site/pages'
import { claimFolder } from '@footnote/platform/claim-folder'
import { connect } from '@footnote/platform/database/connect'
import { openDatabase } from '@footnote/platform/database/open-database'
import { destroyOldKeys } from '@footnote/platform/keys-folder'
import { describeFault, type Log, onceASecond } from '@footnote/platform/log'
import type { Metrics } from '@footnote/platform/monitoring/create-metrics'
import { openMonitoring } from '@footnote/platform/monitoring/open-monitoring'
import type { Repetition } from '@footnote/platform/repeat'
import { createRunAudit } from './admin/run-audit.ts'
import { limitAccountCalls } from './calls/account-calls.ts'
import { createHeldResults } from './calls/held-results.ts'
import { createInFlight } from './calls/in-flight.ts'
import { createRunningCalls } from './calls/running-calls.ts'
import { startChores } from './chores.ts'
import type { Config } from './config.ts'
import { connectionLimits } from './connection-limits.ts'
import { coveredSources } from './covered-sources.ts'
import { type Batcher, createBatcher } from './database/batch.ts'
import { MIGRATIONS } from './database/migrations.ts'
import { createPing } from './database/ping.ts'
import { retryUntil } from './database/retry-until.ts'
import { createDemonstration, type Demonstration } from './demonstration.ts'
import { createEmbeddedEngine } from './engine/embedded-engine.ts'
import { buildApp } from './http/app.ts'
import { prepareClose } from './http/close-app.ts'
import { keepPackages } from './http/keep-packages.ts'
import { listen } from './http/listen.ts'
import { createShedCall } from './http/shed-calls.ts'
import { endLease, takeLease } from './instance/lease.ts'
import { createAuthenticator } from './keys/authenticator.ts'
import { costsRealMoney, requireWebsiteSettings } from './local-mode.ts'
import { measureLoop } from './monitoring/measure-loop.ts'
import { measureWallet } from './monitoring/measure-wallet.ts'
import { addEngineProcessGauges, addServiceGauges } from './monitoring/service-gauges.ts'
import { outcomeOf, SERVICE_STEPS } from './monitoring/service-steps.ts'
import { withdrawTestCredit } from './payments/withdraw-test-credit.ts'
import { siteSecret } from './secrets/site-secret.ts'
import { combineSeals, createSiteSecrets } from './secrets/site-secrets.ts'
import { createPollTask } from './tasks/poll-task.ts'
import { createTaskWatches } from './tasks/task-watches.ts'
import { watchForUnnamedProxy } from './unnamed-proxy.ts'
import { createKeySeal } from './upstream/key-seal.ts'
import type { UpstreamError } from './upstream/upstream-error.ts'
import { openUpstreamRegistry } from './upstream/upstream-registry.ts'
import { createDebit } from './wallet/debit.ts'
import { createDeliveries, flushDeliveries } from './wallet/deliveries.ts'
import { readWallets } from './wallet/read-wallet.ts'
import { openReversals } from './wallet/reversals.ts'
import { createSettle } from './wallet/settle.ts'
import { createWebhooks } from './webhooks/create-webhooks.ts'
import { createWebhookSeal } from './webhooks/webhook-secret.ts'
import { createChoreLock } from './workers/chore-lock.ts'
import type { WorkerPlace } from './workers/join-parent.ts'
import { openOwnAddress } from './workers/open-own-address.ts'

export interface Service {
  readonly url: string
  /** Address of the metrics; undefined if they are off. */
  readonly metricsUrl: string | undefined
  /**
   * Accepts nothing new, waits for running calls, settles what it can, and stops the engine and
   * then the database.
   */
  stop(): Promise<void>
}

interface StartOptions {
  readonly log: Log
  /** Gets the key of the demo account, which is shown once and stored nowhere. */
  readonly onFirstStart?: (demonstration: Demonstration & { url: string }) => void
  /** Command that starts the engine; by default, the one in this checkout. */
  readonly engineCommand?: readonly string[]
  /** How late the event loop is; by default, as measured. */
  readonly delayMs?: () => number
  /** Set if this process is one of several that share a port. */
  readonly worker?: WorkerPlace | undefined
}

/** Even with a short lease, a renewal on a busy machine takes this long. */
const LEAST_LEASE_PATIENCE_MS = 2_000
const LEASE_LAPSED =
  'the lease of this process lapsed and was renewed; other instances may have refunded its calls'
/** Time for a complete reply to reach its caller, however short the shutdown. */
const LEAST_SEND_MS = 5_000
/**
 * A shutdown waits this much longer for reversals than for calls: the database is often back by
 * then.
 */
const REVERSAL_MS = 10_000

/** Starts everything. Nothing is global: two services can run in one process. */
export async function startService(config: Config, options: StartOptions): Promise<Service> {
  // Resources are released in reverse order, after a failed start too.
  const resources = new AsyncDisposableStack()
  try {
    const started = await start(config, options, resources)
    return { ...started, stop: () => resources.disposeAsync() }
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

async function start(
  config: Config,
  { log, onFirstStart, engineCommand, worker, ...options }: StartOptions,
  resources: AsyncDisposableStack,
): Promise<Omit<Service, 'stop'>> {
  requireWebsiteSettings(config)
  const { timeLimits, accountLimits } = config
  // Loaded while the database starts, and only if it is needed.
  const websiteModule = config.website.isOn ? import('./website.ts') : undefined
  const warn = onceASecond((fields, message) => log.warn(fields, message))
  const fail = onceASecond((fields, message) => log.error(fields, message))
  const reportFault = (error: unknown) => fail(describeFault(error), 'unexpected fault')

  const { upstreamConnections: wantedCalls } = config
  const limits = connectionLimits({ wantedCalls })
  if (limits.upstreamCalls < wantedCalls) {
    log.warn(
      limits,
      'the limit on open files (ulimit -n) allows fewer connections than FOOTNOTE_UPSTREAM_CONNECTIONS',
    )
  }

  const { observation, ...monitoring } = await openMonitoring(config, {
    ...{ serviceName: 'footnote', steps: SERVICE_STEPS, outcomeOf, log, resources },
  })
  const measures = measureWallet(monitoring.metrics)
  const { close, ...databases } = await openDatabase(
    { ...config, migrations: MIGRATIONS },
    // The parent of workers runs the embedded database.
    { log, asService: !worker },
  )
  resources.defer(close)
  const { connection } = databases
  const database = connect(connection)
  resources.defer(() => database.end())
  // A separate pool: a new call waits this long at most, even if the main pool hangs.
  const { databaseMs, breakerMs } = timeLimits
  const callDatabase = connect(connection, { patienceMs: databaseMs })
  resources.defer(() => callDatabase.end())
  const callPatience = { patienceMs: databaseMs, breakerMs }

  // A separate pool: others must know that this process is alive, even if the main pool hangs.
  const patienceMs = Math.max(timeLimits.leaseMs / 3, LEAST_LEASE_PATIENCE_MS)
  const leaseDatabase = connect(connection, { poolSize: 1, patienceMs })
  resources.defer(() => leaseDatabase.end())
  const costsMoney = costsRealMoney(config)
  const endTests = async () => {
    const units = await withdrawTestCredit(database)
    if (units === 0n) return
    log.warn(
      { units: String(units) },
      'removed all test credit, because calls cost real money with these settings',
    )
  }
  const { leaseMs } = timeLimits
  const isFirst = worker === undefined || worker.index === 1
  const ownAddress = worker && (await openOwnAddress({ ...config, ...worker }))
  if (ownAddress) resources.defer(ownAddress.close)
  const onLapse = () => warn({}, LEASE_LAPSED)
  const secrets = createSiteSecrets({
    secret: await siteSecret(config),
    previous: config.website.previousSecret,
  })
  const lease = await takeLease(leaseDatabase, {
    leaseMs,
    costsMoney,
    url: ownAddress?.url ?? config.instanceUrl,
    secretTag: secrets.tag,
    endTests,
    onLapse,
  })
  resources.defer(() => lease.release().catch(reportFault))
  const folder = await claimFolder(config.dataDir, {
    name: isFirst ? 'instance' : `instance-${worker.index}`,
    id: lease.instanceId,
  })
  resources.defer(folder.release)
  if (folder.predecessor) await endLease(database, folder.predecessor)
  if (costsMoney) await endTests()
  const named = config.engine.environment['FOOTNOTE_ENGINE_KEYS_DIR']
  if (isFirst) await destroyOldKeys(config.dataDir, { named, log })

  const engine =
    worker?.engine ?? createEmbeddedEngine(databases, { config, log, command: engineCommand })
  resources.defer(engine.stop)
  await secrets.follow(database)
  const upstreams = await openUpstreamRegistry(database, {
    configured: config.upstream,
    engine,
    keySeal: combineSeals(secrets, createKeySeal),
    breakerMs,
    mostCalls: limits.upstreamCalls,
    mostQueueMs: config.queueMs,
    observation,
    warn,
    reportFault,
  })
  resources.defer(() => upstreams.close())
  const authenticator = createAuthenticator(callDatabase, callPatience)
  resources.defer(() => authenticator.flushLastUse().catch(reportFault))

  const loop = measureLoop(monitoring.metrics)
  resources.defer(async () => loop.stop())
  const closing = new AbortController()
  const inFlight = createInFlight()
  const deliveries = createDeliveries()
  resources.defer(async () => {
    // Unconfirmed deliveries count as not delivered once the lease is released.
    const last = {
      deadline: performance.now() + LEAST_SEND_MS,
      signal: new AbortController().signal,
    }
    await retryUntil(last, () => flushDeliveries(database, deliveries))
  })
  const settle = measures.countSettlements(
    watching(createSettle(database, deliveries, { onBatch: measures.onBatch('settle') }), 'settle'),
  )
  const reversals = await openReversals(
    { database, settle, alert: fail },
    { folder: join(config.dataDir, 'reversals') },
  )
  // After a failed start; otherwise they were drained with the calls.
  resources.defer(() => reversals.drain(0))
  const results = createHeldResults(
    { deliveries, reversals },
    { holdMs: timeLimits.holdResultMs, mostBytes: config.heldResultBytes },
  )
  const accountCalls = limitAccountCalls(accountLimits.callsAtOnce)
  const calls = {
    database: callDatabase,
    readWallet: createBatcher(
      (accountIds: readonly string[]) => readWallets(callDatabase, accountIds),
      callPatience,
    ),
    debit: watching(
      createDebit(callDatabase, {
        ...callPatience,
        mostRefundsPerHour: accountLimits.refundsPerHour,
        leaseFence: true,
        onBatch: measures.onBatch('debit'),
      }),
      'debit',
    ),
    settle,
    results,
    running: createRunningCalls(),
    holdMs: timeLimits.holdResultMs,
    reversals,
    upstream: upstreams.current,
    inFlight,
    runForAccount: accountCalls.run,
    lease,
    settleGraceMs: timeLimits.settleGraceMs,
    observation,
    reportRefund: ({ refundCause, cause }: UpstreamError) =>
      warn({ cause: refundCause, detail: cause }, 'a call failed upstream and was refunded'),
    reportFault,
  }
  const tasks = {
    database,
    settle,
    upstreams,
    pollTask: createPollTask({ database, upstreams, inFlight, pollMs: timeLimits.pollMs }),
    taskMissingMs: timeLimits.taskMissingMs,
  }
  const runAudit = createRunAudit({ database, connection })
  let url = ''
  const webhooks = createWebhooks(
    { database, seal: combineSeals(secrets, createWebhookSeal), reportFault },
    {
      allowLoopback: config.website.webhookLoopback,
      pageUrl: () => `${config.publicUrl ?? url}${pages.access}#webhooks`,
    },
  )
  resources.defer(webhooks.close)
  const website = await (await websiteModule)?.createWebsite(
    { database, secrets, runAudit, engine, webhooks, report: warn, alert: fail, reportFault },
    { config, listeningAt: () => url },
  )
  if (website) resources.defer(website.mailer.close)
  const choreLock = worker && createChoreLock(config.dataDir)
  await choreLock?.tryTake()
  if (choreLock) resources.defer(async () => choreLock.release())
  let chores: Repetition[] = []
  resources.defer(async () => {
    await Promise.all(chores.map(chore => chore.stop()))
  })

  let isReady = false
  const takesCalls = () => isReady && performance.now() < lease.holdsUntil()
  const { shedDelayMs: limitMs } = config
  const { exceedsShare } = accountCalls
  const { countShed: onShed } = loop
  const shedCall =
    limitMs === undefined
      ? undefined
      : createShedCall(authenticator, {
          ...{ delayMs: options.delayMs ?? loop.delayMs, limitMs, exceedsShare, onShed },
        })
  const app = buildApp({
    database,
    authenticator,
    calls,
    submissions: { ...calls, ...timeLimits },
    tasks: { ...tasks, watches: createTaskWatches(tasks) },
    timeLimits,
    mcpReportCharacters: config.mcpReportCharacters,
    webhooks,
    baseUrl: config.publicUrl ?? serviceUrl({ address: config.host, port: config.port }),
    sources: await coveredSources(config, engine.address),
    packages: await keepPackages(join(config.dataDir, 'downloads')),
    website,
    trustedProxies: config.website.trustedProxies,
    shedCall,
    connections: { most: limits.clients, mostPerAddress: config.connectionsPerAddress },
    reportUnnamedProxy: await watchForUnnamedProxy({ dataDir: config.dataDir, warn }),
    closing: closing.signal,
    isReady: takesCalls,
    ping: createPing(callDatabase, callPatience),
    reportFault,
    observation,
  })
  const closeApp = prepareClose(app, results)
  resources.defer(async () => {
    closing.abort()
    const patienceEnds = performance.now() + config.drainMs
    await inFlight.drain(config.drainMs)
    const leftMs = Math.max(patienceEnds - performance.now(), 0)
    await closeApp({ patienceMs: Math.max(leftMs, LEAST_SEND_MS) })
    // Results that nobody fetched end with this process. If a refund fails, a sweeper repeats it.
    await Promise.allSettled(
      results
        .end()
        .map(charge =>
          settle({ ...charge, outcome: 'refunded', cause: 'shutdown', reverse: true }),
        ),
    )
    await reversals.drain(leftMs + REVERSAL_MS)
  })
  await listen(app, { ...config, isWorker: worker !== undefined })
  ownAddress?.serve(app.server)
  chores = startChores(
    {
      ...{
        database,
        secrets,
        lease,
        deliveries,
        results,
        tasks,
        authenticator,
        upstreams,
        runAudit,
      },
      ...{ webhooks, website },
    },
    { ...config, choreLock, closing: closing.signal, log, reportFault },
  )

  url = serviceUrl(app.server.address() as AddressInfo)
  const isEmbedded = config.databaseUrl === undefined
  const demonstration =
    isEmbedded && isFirst && (await createDemonstration(database, { costsMoney }))
  if (demonstration) onFirstStart?.({ ...demonstration, url })
  const refresh = addServiceGauges(monitoring.metrics, {
    ...{ database, lease, inFlight, patienceMs: databaseMs, isReady: takesCalls },
    pools: { main: database, calls: callDatabase, lease: leaseDatabase },
    upstream: upstreams.current,
  })
  if (!worker) addEngineProcessGauges(monitoring.metrics, engine)
  const metricsUrl = worker
    ? offerMetrics(worker, monitoring.metrics, refresh)
    : await monitoring.serve(refresh)
  isReady = true
  return { url, metricsUrl }

  /** Callers only see that billing is unavailable; the log says why. */
  function watching<Item, Result>(
    batcher: Batcher<Item, Result>,
    name: string,
  ): Batcher<Item, Result> {
    return async item => {
      try {
        return await observation.step({ name }, () => batcher(item))
      } catch (error) {
        reportFault(error)
        throw error
      }
    }
  }
}

/** Lets the parent, which serves the metrics of all workers, ask for those of this one. */
function offerMetrics(
  worker: WorkerPlace,
  metrics: Metrics | undefined,
  refresh: () => Promise<void>,
): undefined {
  if (!metrics) return
  metrics.registry.setDefaultLabels({ worker: String(worker.index) })
  worker.offerMetrics(async () => {
    await refresh()
    return metrics.registry.getMetricsAsJSON()
  })
}

function serviceUrl({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string {
  return `http://${isIPv6(address) ? `[${address}]` : address}:${port}`
}
