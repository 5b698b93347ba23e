import type { Metrics } from '@footnote/platform/monitoring/create-metrics'
import type { Supervised } from '../supervise.ts'

/** Adds the gauges of the workers, in their parent. */
export function addWorkerGauges(
  metrics: Metrics | undefined,
  workers: readonly Pick<Supervised, 'isRunning' | 'restarts'>[],
): void {
  metrics?.gauge('footnote_workers', {
    help: 'Workers that accept calls, and those that are being restarted.',
    labels: ['state'],
    read() {
      const running = workers.filter(({ isRunning }) => isRunning).length
      return [
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'restarting' }, value: workers.length - running },
      ]
    },
  })
  metrics?.gauge('footnote_worker_restarts', {
    help: 'Restarts of workers.',
    read: () => [{ value: workers.reduce((sum, { restarts }) => sum + restarts, 0) }],
  })
}
