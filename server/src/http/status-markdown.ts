import { markdownTable } from '@footnote/contract/markdown-table'
import type { StatusResponse } from '@footnote/contract/site/responses'

type Tools = StatusResponse['tools']

/** The status page for who reads no pages: the same figures as tables of Markdown. */
export function statusMarkdown({
  accepts_calls,
  counted_until,
  times,
  tools,
}: StatusResponse): string {
  const accepts = accepts_calls
    ? 'Calls are accepted.'
    : 'Calls are refused for the moment, and not charged: the upstream is out of reach or refuses them.'
  const counted =
    counted_until === null
      ? 'No calls are counted yet.'
      : `Calls settled from ${times[0]} to ${counted_until}, in UTC. A refunded call cost nothing.`
  const figures =
    tools.length === 0
      ? ['There were none.']
      : [
          'Half of the calls that succeeded took at most the p50, nine of ten at most the p90.',
          toolsTable(tools),
          '## Over time',
          timesTable(times, tools),
        ]
  return `${['# Status', accepts, counted, ...(counted_until === null ? [] : figures)].join('\n\n')}\n`
}

function toolsTable(tools: Tools): string {
  const rows = tools.map(({ tool, effort, captured, refunded, p50_ms, p90_ms }) => [
    tool,
    effort ?? 'none',
    String(captured),
    String(refunded),
    durationText(p50_ms),
    durationText(p90_ms),
  ])
  return markdownTable(['Tool', 'Effort', 'Succeeded', 'Refunded', 'p50', 'p90'], rows)
}

function timesTable(times: readonly string[], tools: Tools): string {
  const points = tools.flatMap(tool => tool.points)
  const rows = times.map(time => {
    const own = points.filter(({ at }) => at === time)
    const sum = (outcome: 'captured' | 'refunded') =>
      own.reduce((total, point) => total + point[outcome], 0)
    return [time, String(sum('captured')), String(sum('refunded'))]
  })
  return markdownTable(['From', 'Succeeded', 'Refunded'], rows)
}

function durationText(ms: number | null): string {
  if (ms === null) return 'none'
  if (ms < 1_000) return `${ms} ms`
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${(ms / 60_000).toFixed(1)} min`
}
