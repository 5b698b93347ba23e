import type { Metrics } from '@footnote/platform/monitoring/create-metrics'
import type { Batcher, OnBatch } from '../database/batch.ts'
import type { Settled, Settlement } from '../wallet/settle.ts'

interface WalletMeasures {
  /** Measures batches under this name; undefined without metrics. */
  onBatch(batch: string): OnBatch | undefined
  /** Counts settlements by outcome and cause. */
  countSettlements(settle: Batcher<Settlement, Settled>): Batcher<Settlement, Settled>
}

/** Measures batches and counts settlements, if metrics are on. */
export function measureWallet(metrics: Metrics | undefined): WalletMeasures {
  if (!metrics) return { onBatch: () => undefined, countSettlements: settle => settle }
  const items = metrics.histogram('footnote_batch_items', {
    help: 'Calls that one round trip debits or settles.',
    labels: ['batch'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  })
  const settlements = metrics.counter('footnote_settlements_total', {
    help: 'Settlements by this instance. The cause is empty for captures.',
    labels: ['outcome', 'cause'],
  })
  return {
    onBatch:
      batch =>
      ({ items: count, seconds, isAnswered }) => {
        items.observe({ batch }, count)
        const outcome = isAnswered ? 'ok' : 'fault'
        metrics.note({ name: 'batch', labels: { batch } }, { outcome, seconds })
      },
    countSettlements: settle => async item => {
      const settled = await settle(item)
      const cause = 'cause' in item ? item.cause : ''
      if (settled.state === item.outcome) settlements.inc({ outcome: item.outcome, cause })
      return settled
    },
  }
}
