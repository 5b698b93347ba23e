import cluster from 'node:cluster'
import type { MetricsOfProcess } from '@footnote/platform/monitoring/open-monitoring'
import type { EmbeddedEngine, EngineAddress } from '../engine/embedded-engine.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** A worker's place among the processes that share one port. */
export interface WorkerPlace {
  /** From 1. A worker that is restarted keeps it. */
  readonly index: number
  /** The engine of all workers, which the parent runs. */
  readonly engine: EmbeddedEngine
  /** Tells the parent that this worker accepts calls at the shared address. */
  announce(url: string): void
  offerMetrics(read: () => Promise<MetricsOfProcess>): void
  /** Ends the connection to the parent, which would keep this process running. */
  leave(): void
}

/** Connects a worker to the parent that forked it. If the parent dies, Node ends the worker at once. */
export async function joinParent(): Promise<WorkerPlace> {
  const started = Promise.withResolvers<number>()
  let readMetrics = async (): Promise<MetricsOfProcess> => []
  let address: EngineAddress | undefined
  let health: EmbeddedEngine['health'] = { isRunning: false, restarts: 0 }
  let starting: PromiseWithResolvers<EngineAddress> | undefined

  process.on('message', (message: ToWorker) => {
    if (message.kind === 'start') started.resolve(message.index)
    else if (message.kind === 'engine') noteEngine(message)
    else void reply(message.id)
  })

  function noteEngine(message: Extract<ToWorker, { kind: 'engine' }>): void {
    address = message.address
    health = message.health
    if (address) starting?.resolve(address)
    else if (message.error !== undefined) starting?.reject(new Error(message.error))
    else return
    starting = undefined
  }

  async function reply(id: number): Promise<void> {
    // The parent leaves out a worker that does not reply.
    const metrics = await readMetrics().catch(() => undefined)
    if (metrics) tell({ kind: 'metrics', id, metrics })
  }

  return {
    index: await started.promise,
    engine: {
      get address() {
        return address
      },
      get health() {
        return health
      },
      start() {
        starting ??= Promise.withResolvers()
        tell({ kind: 'start-engine' })
        return starting.promise
      },
      async stop() {},
    },
    announce: url => tell({ kind: 'ready', url }),
    offerMetrics(read) {
      readMetrics = read
    },
    leave: () => void cluster.worker?.disconnect(),
  }
}

function tell(message: FromWorker): void {
  // A parent that is gone ends this process by itself.
  if (process.connected) process.send?.(message, () => {})
}
