import { siteLimits } from '@footnote/contract/site/limits'
import type { Incident, StatusHistoryResponse } from '@footnote/contract/site/responses'
import type { Database } from '@footnote/platform/database/connect'
import { listIncidents } from './incidents.ts'
import { NO_ANSWER, readClock } from './read-status.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Calls between two times. */
interface Span {
  readonly from: number
  readonly until: number
  readonly calls: number
  readonly failed: number
}

/** Returns the last days of UTC with their calls, and the incidents in them. */
export async function readHistory(
  database: Pick<Database, 'query'>,
): Promise<StatusHistoryResponse> {
  const { latest } = await readClock(database, 'hour')
  const thisHour = latest.getTime()
  const today = thisHour - (thisHour % DAY_MS)
  const first = today - (siteLimits.incidentDays - 1) * DAY_MS
  const { rows } = await database.query<{ hour: Date; calls: bigint; failed: bigint }>({
    name: 'read_history',
    text: `select hour, sum(calls)::bigint as calls,
             coalesce(
               sum(calls) filter (where outcome <> 'captured' and outcome <> all ($2)), 0
             )::bigint as failed
           from call_hour
           where hour >= $1
           group by 1
           order by 1`,
    values: [new Date(first), [...NO_ANSWER]],
  })
  const hours = rows.map(({ hour, calls, failed }) => ({
    from: hour.getTime(),
    until: hour.getTime() + HOUR_MS,
    calls: Number(calls),
    failed: Number(failed),
  }))
  const listed = await listIncidents(database, { since: new Date(first) })
  const posted = listed.map(({ id, ...incident }) => incident)
  const spans = badSpans(hours)
  // An outage that the operator has posted is not listed a second time with its counts.
  const unposted = spans.filter(span => !posted.some(incident => isWithin(incident, span)))
  const incidents = [...posted, ...unposted.map(span => describeSpan(span, { thisHour }))].sort(
    (one, other) => Date.parse(other.started_at) - Date.parse(one.started_at),
  )
  const days = Array.from({ length: siteLimits.incidentDays }, (_, index) => {
    const from = first + index * DAY_MS
    const until = from + DAY_MS
    const own = hours.filter(hour => hour.from >= from && hour.from < until)
    return {
      day: new Date(from).toISOString().slice(0, 10),
      calls: own.reduce((sum, { calls }) => sum + calls, 0),
      failed: own.reduce((sum, { failed }) => sum + failed, 0),
      has_incident:
        posted.some(incident => isWithin(incident, { from, until })) ||
        spans.some(span => span.from < until && span.until > from),
    }
  })
  return { days, incidents }
}

/** Joins hours in a row in which many calls failed. */
function badSpans(hours: readonly Span[]): Span[] {
  const spans: Span[] = []
  const bad = hours.filter(
    ({ calls, failed }) =>
      calls >= siteLimits.fewestCallsForShares && failed > calls * siteLimits.incidentFailedShare,
  )
  for (const hour of bad) {
    const last = spans.at(-1)
    if (last?.until !== hour.from) spans.push(hour)
    else {
      spans[spans.length - 1] = {
        from: last.from,
        until: hour.until,
        calls: last.calls + hour.calls,
        failed: last.failed + hour.failed,
      }
    }
  }
  return spans
}

function describeSpan(
  { from, until, calls, failed }: Span,
  { thisHour }: { thisHour: number },
): Incident {
  return {
    title: `${failed.toLocaleString('en-GB')} of ${calls.toLocaleString('en-GB')} calls failed`,
    started_at: new Date(from).toISOString(),
    ended_at: until > thisHour ? null : new Date(until).toISOString(),
    updates: [],
  }
}

function isWithin(
  { started_at, ended_at }: Incident,
  { from, until }: { from: number; until: number },
): boolean {
  const end = ended_at === null ? Number.POSITIVE_INFINITY : Date.parse(ended_at)
  return Date.parse(started_at) < until && end > from
}
