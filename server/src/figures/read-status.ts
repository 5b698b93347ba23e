import { type Effort, prices, type Tool } from '@footnote/contract/prices'
import type { CallOutcome } from '@footnote/contract/site/call-outcomes'
import { siteLimits } from '@footnote/contract/site/limits'
import type { StatusResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { callOutcome } from './call-outcome.ts'
import { percentileMs } from './percentile.ts'

/** The last 24 hours by the hour, or the last 30 days by the day; the present one is among them. */
export type StatusPeriod = 'day' | 'month'
export type StatusFigures = Omit<StatusResponse, 'accepts_calls'>

const SCALES = {
  day: { unit: 'hour', stepMs: 3_600_000, steps: 24 },
  month: { unit: 'day', stepMs: 86_400_000, steps: 30 },
}

interface Row {
  at: Date
  tool: Tool
  /** Empty for none. */
  effort: Effort | ''
  outcome: string
  latency_bucket: number
  calls: bigint
}

/** How all calls of all accounts went, from the counts by the hour. Points are told where calls are. */
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

/** The beginning of the present hour or day by the database's clock, and how far was counted. */
async function readClock(database: Pick<Database, 'query'>, unit: string) {
  const { rows } = await database.query<{ latest: Date; until: Date | null }>({
    name: 'read_status_clock',
    text: `select date_trunc($1, statement_timestamp(), 'UTC') as latest,
             (select max(until) from calls_counted) as until`,
    values: [unit],
  })
  const [clock] = rows
  if (!clock) throw new Error('the database told no time')
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
