import type { Metrics } from '@footnote/platform/monitoring/create-metrics'

/** Adds the engine's gauges. The function it returns reads the database for the next scrape. */
export function addEngineGauges(
  metrics: Metrics | undefined,
  {
    runs,
    callsAtOnce,
  }: {
    runs: { count(): Promise<Readonly<Record<string, number>>> }
    callsAtOnce: number
  },
): () => Promise<void> {
  if (!metrics) return async () => {}
  let counted: Readonly<Record<string, number>> = {}
  metrics.gauge('footnote_engine_slots', {
    help: 'Synchronous calls that the engine works on at once.',
    read: () => [{ value: callsAtOnce }],
  })
  metrics.gauge('footnote_engine_runs', {
    help: 'Background runs of all engines that have not ended, by state.',
    labels: ['state'],
    read: () => Object.entries(counted).map(([state, value]) => ({ labels: { state }, value })),
  })
  return async () => {
    counted = await runs.count().catch(() => ({}))
  }
}
