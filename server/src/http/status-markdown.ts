import { markdownTable } from '@footnote/contract/document-tables'
import { CALL_OUTCOMES, callOutcomes } from '@footnote/contract/site/call-outcomes'
import { siteLimits } from '@footnote/contract/site/limits'
import type { StatusHistoryResponse, StatusResponse } from '@footnote/contract/site/responses'
import { toolName } from '@footnote/contract/tools'

type Incident = StatusHistoryResponse['incidents'][number]
type Tools = StatusResponse['tools']

const OUTCOMES = Object.values(callOutcomes)

/** Renders the status page as Markdown tables, with the same figures. */
export function statusMarkdown(
  { accepts_calls, counted_until, times, tools }: StatusResponse,
  { incidents }: Pick<StatusHistoryResponse, 'incidents'>,
): string {
  const accepts = accepts_calls
    ? 'Calls are accepted.'
    : 'Calls are currently refused without a charge, because the upstream is unavailable.'
  const counted =
    counted_until === null
      ? 'No calls have been counted yet.'
      : `Calls settled from ${times[0]} to ${counted_until}, in UTC. Failed calls and calls with no answer found were refunded.`
  const figures =
    tools.length === 0
      ? ['There were no calls.']
      : [
          `Median and p90 durations cover answered calls, and are shown for ${siteLimits.fewestCallsForShares} or more of them.`,
          toolsTable(tools),
          '## Over time',
          timesTable(times, tools),
        ]
  const parts = [
    ...['# Status', accepts, counted, ...(counted_until === null ? [] : figures)],
    `## Incidents in the last ${siteLimits.incidentDays} days`,
    incidents.length === 0 ? 'None.' : incidents.map(incidentText).join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

function incidentText({ title, started_at, ended_at, updates }: Incident): string {
  const latest = updates.map(({ at, state, text }) => `\n  - ${at}, ${state}: ${text}`)
  return `- ${started_at} to ${ended_at ?? 'now'}: ${title}${latest.join('')}`
}

function toolsTable(tools: Tools): string {
  const rows = tools.map(({ tool, effort, p50_ms, p90_ms, ...counts }) => [
    toolName(tool),
    effort ?? 'none',
    ...CALL_OUTCOMES.map(outcome => String(counts[outcome])),
    durationText(p50_ms),
    durationText(p90_ms),
  ])
  return markdownTable(['Tool', 'Effort', ...OUTCOMES, 'Median', 'p90'], rows)
}

function timesTable(times: readonly string[], tools: Tools): string {
  const points = tools.flatMap(tool => tool.points)
  const rows = times.map(time => {
    const own = points.filter(({ at }) => at === time)
    const sums = CALL_OUTCOMES.map(outcome =>
      own.reduce((total, point) => total + point[outcome], 0),
    )
    return [time, ...sums.map(String)]
  })
  return markdownTable(['From', ...OUTCOMES], rows)
}

function durationText(ms: number | null): string {
  if (ms === null) return 'none'
  if (ms < 1_000) return `${ms} ms`
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${(ms / 60_000).toFixed(1)} min`
}
