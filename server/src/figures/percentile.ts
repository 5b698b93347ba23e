/** As in the database's `latency_bucket`: bucket n ends at this to the power of n milliseconds. */
const STEP = 1.12

/** How many calls there are in each bucket. */
export type Latencies = ReadonlyMap<number, number>

/**
 * The latency that so large a share of the calls did not exceed, in whole milliseconds; null for no
 * calls. It is the middle of a bucket, so at most 6 % from that call's own.
 */
export function percentileMs(latencies: Latencies, share: number): number | null {
  const buckets = [...latencies].sort(([one], [other]) => one - other)
  const calls = buckets.reduce((sum, [, count]) => sum + count, 0)
  let left = Math.max(Math.ceil(calls * share), 1)
  for (const [bucket, count] of buckets) {
    left -= count
    if (left <= 0) return Math.round(STEP ** (bucket - 0.5))
  }
  return null
}
