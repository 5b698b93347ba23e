import { type Latencies, median } from './latencies.ts'
import type { LoadOrder, LoadResult } from './load-part.ts'
import type { Target } from './measure-answers.ts'
import type { Part } from './part.ts'
import type { Scale } from './scale.ts'

export interface LatencyResult {
  readonly direct: Latencies
  readonly service: Latencies
  readonly charged: number
}

/** Measures how long a caller waits, directly at a slow upstream and through the service, in turn. */
export async function measureLatency(
  load: Part,
  {
    service,
    stub,
    key,
    connections,
    upstreamMs,
    scale,
  }: {
    service: Target
    stub: Target
    key: string
    connections: number
    upstreamMs: number
    scale: Scale
  },
): Promise<LatencyResult> {
  await stub.part.ask('setDelayMs', upstreamMs)
  const samples = { direct: [] as LoadResult[], service: [] as LoadResult[] }
  for (let round = 0; round < scale.rounds; round += 1) {
    for (const way of ['direct', 'service'] as const) {
      const { url, path } = way === 'direct' ? stub : service
      const { warmUpMs, latencyMs: durationMs } = scale
      const order: LoadOrder = { url, path, keys: [key], connections, warmUpMs, durationMs }
      samples[way].push(await load.ask<LoadResult>('run', order))
    }
  }
  await stub.part.ask('setDelayMs', 0)
  return {
    direct: middle(samples.direct),
    service: middle(samples.service),
    charged: samples.service.reduce((sum, { answered }) => sum + answered, 0),
  }
}

function middle(samples: readonly LoadResult[]): Latencies {
  return {
    p50Ms: median(samples.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(samples.map(({ p99Ms }) => p99Ms)),
  }
}
