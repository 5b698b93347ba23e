import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { Log } from '../log.ts'
import type { Observation } from '../observation.ts'
import type { Metrics, StepMetric } from './create-metrics.ts'
import { createObservation } from './create-observation.ts'
import { openTracing, type TracingConfig } from './open-tracing.ts'
import { type MetricsAddress, serveMetrics } from './serve-metrics.ts'

/** All metrics of a process, as one process passes them to another. */
export type MetricsOfProcess = MetricObjectWithValues<MetricValue<string>>[]

export interface MonitoringConfig {
  /** Undefined if metrics are off. */
  readonly metrics: MetricsAddress | undefined
  /** Undefined if traces are off. */
  readonly tracing: TracingConfig | undefined
}

export interface Monitoring {
  readonly observation: Observation
  /** Undefined if metrics are off. */
  readonly metrics: Metrics | undefined
  /**
   * Serves the metrics, if they are on, and returns their URL. `refresh` runs before each scrape. Metrics
   * of `others` are served with those of this process.
   */
  serve(
    refresh: () => Promise<void>,
    options?: { others: () => Promise<MetricsOfProcess[]> },
  ): Promise<string | undefined>
}

/** Opens the metrics and traces that the settings ask for. Without any, nothing is measured. */
export async function openMonitoring(
  { metrics: address, tracing: tracingConfig }: MonitoringConfig,
  {
    serviceName,
    steps,
    outcomeOf,
    log,
    resources,
  }: {
    serviceName: string
    steps: Readonly<Record<string, StepMetric>>
    outcomeOf: (error: unknown) => string
    log: Log
    resources: AsyncDisposableStack
  },
): Promise<Monitoring> {
  // Loaded only here: most services run without metrics.
  const metrics = address && (await import('./create-metrics.ts')).createMetrics(steps)
  const tracing = tracingConfig && (await openTracing(tracingConfig, { serviceName }))
  if (tracing) resources.defer(tracing.close)
  return {
    observation: createObservation({ note: metrics?.note, tracing, outcomeOf }),
    metrics,
    async serve(refresh, { others } = { others: async () => [] }) {
      if (!metrics) return undefined
      const { AggregatorRegistry } = await import('prom-client')
      const read = async () => {
        await refresh()
        const all = [await metrics.registry.getMetricsAsJSON(), ...(await others())]
        return AggregatorRegistry.aggregate(all).metrics()
      }
      const server = await serveMetrics(read, address)
      resources.defer(server.close)
      log.info({ url: server.url }, 'metrics are served')
      return server.url
    },
  }
}
