import { prices } from '@footnote/contract/prices'
import type { RefundCause } from '@footnote/contract/refund-causes'
import type { CallOutcome } from '@footnote/contract/site/call-outcomes'
import { siteLimits } from '@footnote/contract/site/limits'
import type { StatusResponse } from '@footnote/contract/site/responses'
import type { Effort, Tool } from '@footnote/contract/tools'
import type { Database } from '@footnote/platform/database/connect'

/** The last 24 hours by hour, or the last 30 days by day, including the current one. */
export type StatusPeriod = 'day' | 'month'
export type StatusFigures = Omit<StatusResponse, 'accepts_calls'>

const SCALES = {
  day: { unit: 'hour', stepMs: 3_600_000, steps: 24 },
  month: { unit: 'day', stepMs: 86_400_000, steps: 30 },
}

interface Row {
  at: Date
  tool: Tool
  /** Empty if the tool has no efforts. */
  effort: Effort | ''
  outcome: string
  latency_bucket: number
  calls: bigint
}

/**
 * Summarizes all accounts' calls from the hourly counts. Hours or days without calls have no point.
 */
export async function readStatus(
  database: Pick<Database, 'query'>,
  { period }: { period: StatusPeriod },
): Promise<StatusFigures> {
  const { unit, stepMs, steps } = SCALES[period]
  const { latest, until } = await readClock(database, unit)
  const times = Array.from(
    { length: steps },
    (_, index) => new Date(latest.getTime() - (steps - 1 - index) * stepMs),
  )
  const { rows } = await database.query<Row>({
    name: 'read_status',
    text: `select date_trunc($1, hour, 'UTC') as at, tool, effort, outcome,
             latency_bucket, sum(calls)::bigint as calls
           from call_hour
           where hour >= $2 and hour < $3
           group by 1, 2, 3, 4, 5
           having sum(calls) > 0
           order by 1`,
    values: [unit, times[0], new Date(latest.getTime() + stepMs)],
  })
  return {
    counted_until: until?.toISOString() ?? null,
    times: times.map(time => time.toISOString()),
    tools: prices.flatMap(({ tool, effort }) => {
      const own = rows.filter(row => row.tool === tool && row.effort === (effort ?? ''))
      return own.length === 0 ? [] : [{ tool, effort, ...figuresOf(own), points: pointsOf(own) }]
    }),
  }
}

/**
 * Returns the start of the current hour or day by the database's clock, and how far calls were
 * counted.
 */
export async function readClock(database: Pick<Database, 'query'>, unit: string) {
  const { rows } = await database.query<{ latest: Date; until: Date | null }>({
    name: 'read_status_clock',
    text: `select date_trunc($1, now(), 'UTC') as latest,
             (select max(until) from calls_counted) as until`,
    values: [unit],
  })
  const [clock] = rows
  if (!clock) throw new Error('the database returned no time')
  return clock
}

function pointsOf(rows: readonly Row[]) {
  const byTime = Map.groupBy(rows, ({ at }) => at.toISOString())
  return [...byTime].map(([at, own]) => ({ at, ...figuresOf(own) }))
}

function figuresOf(rows: readonly Row[]) {
  const counts: Record<CallOutcome, number> = { answered: 0, no_answer: 0, failed: 0 }
  const latencies = new Map<number, number>()
  for (const { outcome, latency_bucket, calls } of rows) {
    counts[callOutcome(outcome)] += Number(calls)
    if (latency_bucket < 0) continue
    latencies.set(latency_bucket, (latencies.get(latency_bucket) ?? 0) + Number(calls))
  }
  if (counts.answered < siteLimits.fewestCallsForShares) {
    return { ...counts, p50_ms: null, p90_ms: null }
  }
  return {
    ...counts,
    p50_ms: percentileMs(latencies, 0.5),
    p90_ms: percentileMs(latencies, 0.9),
  }
}

/** Refund causes that are not our failure: such a call would end the same way on a good day. */
export const NO_ANSWER: ReadonlySet<string> = new Set<RefundCause>([
  'no_source',
  'no_source_in_controls',
  'schema_not_met',
  'schema_not_supported',
  'request_refused',
])

/**
 * Returns how the status page counts a call, from its value in `call_hour`: `captured`, or a refund
 * cause.
 */
export function callOutcome(counted: string): CallOutcome {
  if (counted === 'captured') return 'answered'
  return NO_ANSWER.has(counted) ? 'no_answer' : 'failed'
}

/**
 * Base of `latency_bucket` in the database: bucket n ends at this to the power of n milliseconds.
 */
const STEP = 1.12

/** The number of calls in each bucket. */
export type Latencies = ReadonlyMap<number, number>

/**
 * Returns the latency that this share of calls did not exceed, in whole milliseconds; null if there
 * are no calls. It is the middle of a bucket, so at most 6 % off.
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
