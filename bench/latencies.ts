export interface Latencies {
  readonly p50Ms: number
  readonly p99Ms: number
}

export function summarise(samplesMs: readonly number[]): Latencies {
  const sorted = samplesMs.toSorted((a, b) => a - b)
  return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) }
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}
