import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { openDatabase } from '@footnote/platform/database/open-database'
import type { Log } from '@footnote/platform/log'
import {
  type MetricsOfProcess,
  type Monitoring,
  openMonitoring,
} from '@footnote/platform/monitoring/open-monitoring'
import { repeat } from '@footnote/platform/repeat'
import type { Config } from '../config.ts'
import { MIGRATIONS } from '../database/migrations.ts'
import { createEmbeddedEngine, type EmbeddedEngine } from '../engine/embedded-engine.ts'
import { requireWebsiteSettings } from '../local-mode.ts'
import { addEngineProcessGauges } from '../monitoring/service-gauges.ts'
import type { Service } from '../service.ts'
import { type ChildProcess, type Supervised, supervise } from '../supervise.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { addWorkerGauges } from './worker-gauges.ts'

/** Connections to the embedded database: for commands and the engine, and for the pools of each worker. */
const COMMON_CONNECTIONS = 75
const WORKER_CONNECTIONS = 25
const HEALTH_MS = 1_000
/** A scrape leaves out a worker that has not replied by then. */
const SCRAPE_MS = 5_000

/**
 * Starts several processes that share one port, and restarts each that dies. This process serves no
 * requests: it accepts connections and hands them to the workers in turn. It runs what there is one of:
 * the embedded database, the engine and the port for metrics.
 */
export async function startWorkers(config: Config, { log }: { log: Log }): Promise<Service> {
  const resources = new AsyncDisposableStack()
  try {
    const started = await start(config, log, resources)
    return { ...started, stop: () => resources.disposeAsync() }
  } catch (error) {
    await resources.disposeAsync()
    throw error
  }
}

async function start(
  config: Config,
  log: Log,
  resources: AsyncDisposableStack,
): Promise<Omit<Service, 'stop'>> {
  requireWebsiteSettings(config)
  const monitoring = await openMonitoring(
    { metrics: config.metrics, tracing: undefined },
    { serviceName: 'footnote', steps: {}, outcomeOf: () => 'fault', log, resources },
  )
  const most = COMMON_CONNECTIONS + WORKER_CONNECTIONS * config.workers
  const { close, ...databases } = await openDatabase(
    { ...config, migrations: MIGRATIONS, settings: { max_connections: String(most) } },
    { log, asService: true },
  )
  resources.defer(close)
  const engine = createEmbeddedEngine(databases, { config, log })
  resources.defer(engine.stop)

  const workers: Supervised[] = []
  resources.defer(async () => {
    await Promise.all(workers.map(worker => worker.stop()))
  })
  const add = (index: number) => {
    const worker = supervise(() => fork(index, engine), { name: `worker ${index}`, log })
    workers.push(worker)
    return worker.ready
  }
  // Alone at first, so that a setting that keeps all of them from starting is reported once.
  const url = await add(1)
  await Promise.all(Array.from({ length: config.workers - 1 }, (_, more) => add(more + 2)))
  const health = repeat(async () => tellAll(describe(engine)), {
    everyMs: HEALTH_MS,
    onError: () => {},
  })
  resources.defer(() => health.stop())
  return { url, metricsUrl: await serveMetrics(monitoring, { workers, engine }) }
}

/** Forks one worker, which runs the same command as this process. */
function fork(index: number, engine: EmbeddedEngine): ChildProcess {
  const worker = cluster.fork()
  const ready = Promise.withResolvers<string>()
  const ended = once(worker, 'exit').then(([code, signal]) => String(signal ?? `exit code ${code}`))
  void ended.then(how => {
    ready.reject(new Error(`Worker ${index} ended before it accepted calls (${how}).`))
  })
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'ready') ready.resolve(message.url)
    if (message.kind === 'start-engine') void startEngine(worker, engine)
  })
  tell(worker, { kind: 'start', index })
  return {
    pid: worker.process.pid,
    ready: ready.promise,
    ended,
    async stop() {
      worker.process.kill('SIGTERM')
      await ended
    },
  }
}

async function startEngine(worker: Worker, engine: EmbeddedEngine): Promise<void> {
  const error = await engine.start().then(
    () => undefined,
    (cause: unknown) => (cause instanceof Error ? cause.message : 'The engine did not start.'),
  )
  tell(worker, { ...describe(engine), ...(error !== undefined && { error }) })
}

function describe({ address, health }: EmbeddedEngine): Extract<ToWorker, { kind: 'engine' }> {
  return { kind: 'engine', address, health }
}

/** Serves the metrics of all processes at one port, with a label that tells them apart. */
function serveMetrics(
  monitoring: Monitoring,
  { workers, engine }: { workers: readonly Supervised[]; engine: EmbeddedEngine },
): Promise<string | undefined> {
  const { metrics } = monitoring
  metrics?.registry.setDefaultLabels({ worker: 'parent' })
  addEngineProcessGauges(metrics, engine)
  addWorkerGauges(metrics, workers)
  let scrapes = 0
  return monitoring.serve(async () => {}, {
    others: () => {
      scrapes += 1
      return Promise.all(all().map(worker => scrape(worker, scrapes)))
    },
  })
}

async function scrape(worker: Worker, id: number): Promise<MetricsOfProcess> {
  const reply = Promise.withResolvers<MetricsOfProcess>()
  const timer = setTimeout(() => reply.resolve([]), SCRAPE_MS)
  const note = (message: FromWorker) => {
    if (message.kind === 'metrics' && message.id === id) reply.resolve(message.metrics)
  }
  worker.on('message', note)
  tell(worker, { kind: 'scrape', id })
  try {
    return await reply.promise
  } finally {
    clearTimeout(timer)
    worker.off('message', note)
  }
}

function all(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined)
}

function tellAll(message: ToWorker): void {
  for (const worker of all()) tell(worker, message)
}

function tell(worker: Worker, message: ToWorker): void {
  // Its end is noticed elsewhere.
  if (worker.isConnected()) worker.send(message, () => {})
}
