import type { Database } from '@footnote/platform/database/connect'
import type { Metrics } from '@footnote/platform/monitoring/create-metrics'
import type { InFlight } from '../calls/in-flight.ts'
import type { Lease } from '../instance/lease.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { version } from '../version.ts'
import { type Figures, readFigures } from './read-figures.ts'

/** The parts of the service that its gauges are read from. */
interface GaugeSources {
  readonly database: Database
  readonly pools: Readonly<Record<string, Database>>
  readonly lease: Pick<Lease, 'instanceId' | 'leaseMs' | 'holdsUntil'>
  readonly upstream: Pick<Upstream, 'load'>
  readonly inFlight: Pick<InFlight, 'count'>
  readonly isReady: () => boolean
  /** How long a scrape waits for the database. */
  readonly patienceMs: number
}

/** Adds all gauges. The function it returns reads the database for the next scrape. */
export function addServiceGauges(
  metrics: Metrics | undefined,
  sources: GaugeSources,
): () => Promise<void> {
  if (!metrics) return async () => {}
  let figures: Figures | undefined
  addOwnGauges(metrics, sources)
  addCommonGauges(metrics, () => figures)
  return async () => {
    figures = await inTime(readFigures(sources.database, sources.lease), sources.patienceMs)
  }
}

/** Adds the gauges of the embedded engine, in the process that runs it. */
export function addEngineProcessGauges(
  metrics: Metrics | undefined,
  engine: { readonly health: { readonly isRunning: boolean; readonly restarts: number } },
): void {
  metrics?.gauge('footnote_engine_running', {
    help: 'Whether the embedded engine runs.',
    read: () => [{ value: Number(engine.health.isRunning) }],
  })
  metrics?.gauge('footnote_engine_restarts', {
    help: 'Restarts of the embedded engine.',
    read: () => [{ value: engine.health.restarts }],
  })
}

/** Gauges of this instance. */
function addOwnGauges(
  metrics: Metrics,
  { pools, lease, upstream, inFlight, isReady }: GaugeSources,
): void {
  const own = (name: string, help: string, read: () => number | boolean) =>
    metrics.gauge(name, { help, read: () => [{ value: Number(read()) }] })
  metrics.gauge('footnote_info', {
    help: 'The version that runs.',
    labels: ['version'],
    read: () => [{ labels: { version }, value: 1 }],
  })
  own('footnote_ready', 'Whether this instance takes calls.', isReady)
  own(
    'footnote_lease_age_seconds',
    'Time since the lease of this instance was renewed.',
    () => (performance.now() - lease.holdsUntil() + lease.leaseMs) / 1_000,
  )
  own('footnote_calls_in_flight', 'Calls, submissions and polls under way.', () => inFlight.count)
  own('footnote_upstream_up', 'Whether the upstream counts as up.', () => upstream.load.isUp)
  own('footnote_upstream_calls', 'Synchronous calls at the upstream.', () => upstream.load.running)
  own('footnote_upstream_queue', 'Calls that wait for the upstream.', () => upstream.load.waiting)
  own('footnote_upstream_slots', 'Calls that may be at the upstream at once.', () => {
    return upstream.load.slots
  })
  metrics.gauge('footnote_pool_connections', {
    help: 'Connections to the database, by pool.',
    labels: ['pool', 'state'],
    read: () =>
      Object.entries(pools).flatMap(([pool, { totalCount, idleCount }]) => [
        { labels: { pool, state: 'idle' }, value: idleCount },
        { labels: { pool, state: 'busy' }, value: totalCount - idleCount },
      ]),
  })
  metrics.gauge('footnote_pool_waiting', {
    help: 'Statements that wait for a connection, by pool.',
    labels: ['pool'],
    read: () =>
      Object.entries(pools).map(([pool, { waitingCount }]) => ({
        labels: { pool },
        value: waitingCount,
      })),
  })
}

/** Gauges of all instances together: each instance reports the same figures from the database. */
function addCommonGauges(metrics: Metrics, figures: () => Figures | undefined): void {
  const common = (name: string, help: string, read: (figures: Figures) => number | undefined) =>
    metrics.gauge(name, {
      help,
      read: () => {
        const known = figures()
        const value = known && read(known)
        return value === undefined ? [] : [{ value }]
      },
    })
  metrics.gauge('footnote_database_up', {
    help: 'Whether the database replied to this scrape.',
    read: () => [{ value: figures() ? 1 : 0 }],
  })
  metrics.gauge('footnote_held_charges', {
    help: 'Held charges by age: at most so many seconds, and older than the step before.',
    labels: ['kind', 'up_to'],
    read: () =>
      figures()?.held.flatMap(({ up_to_seconds, calls, tasks }) => {
        const up_to = up_to_seconds === null ? '+Inf' : String(up_to_seconds)
        return [
          { labels: { kind: 'call', up_to }, value: calls },
          { labels: { kind: 'task', up_to }, value: tasks },
        ]
      }) ?? [],
  })
  metrics.gauge('footnote_tasks', {
    help: 'Tasks that have not ended, by state.',
    labels: ['state'],
    read: () =>
      Object.entries(figures()?.tasks ?? {}).map(([state, value]) => ({
        labels: { state },
        value,
      })),
  })
  metrics.gauge('footnote_instances', {
    help: 'Instances whose lease holds, and those whose lease has lapsed.',
    labels: ['state'],
    read: () =>
      Object.entries(figures()?.instances ?? {}).map(([state, value]) => ({
        labels: { state },
        value,
      })),
  })
  common('footnote_held_overdue', 'Held charges past their deadline.', ({ overdue }) => overdue)
  common('footnote_sweep_paused', 'Whether the sweeper has paused.', ({ isSweepPaused }) =>
    Number(isSweepPaused),
  )
  common('footnote_database_bytes', 'Size of the database.', found => found.databaseBytes)
  common('footnote_mail_waiting', 'Messages not sent yet.', ({ mail }) => mail.waiting)
  common('footnote_mail_failing', 'Messages whose last attempt failed.', ({ mail }) => mail.failing)
  common('footnote_webhooks_waiting', 'Deliveries to webhooks not made yet.', found => {
    return found.webhooksWaiting
  })
  common('footnote_audit_violations', 'Violations that the latest audit found.', ({ audit }) => {
    return audit?.violations
  })
  common('footnote_audit_age_seconds', 'Time since the latest audit began.', ({ audit }) => {
    return audit && (Date.now() - audit.startedAt.getTime()) / 1_000
  })
}

/** Resolves with undefined if the work fails or takes too long: a scrape still has the other figures. */
async function inTime<T>(work: Promise<T>, patienceMs: number): Promise<T | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), patienceMs)
  try {
    return await Promise.race([work.catch(() => undefined), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
