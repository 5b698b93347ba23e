import { CALL_OUTCOMES, callOutcomes } from '@footnote/contract/site/call-outcomes'
import { ChartPanel } from '../../charts/chart-panel.tsx'
import { counted } from '../../ui/counted.ts'
import { Figure } from '../../ui/figure.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { callsIn, outcomeFigures, tookText } from './figures-text.ts'
import { pointName, type StatusPeriod } from './point-text.ts'
import { StatusChart } from './status-chart.tsx'
import type { StatusLine, StatusPoint } from './status-lines.ts'
import { STATUS_CHART_PX } from './status-shape.ts'

const OUTCOMES_PX = 110
const DURATIONS_PX = 60

/** One tool at one effort: figures, and a chart or table over time. */
export function StatusPanel({ line, period }: { line: StatusLine; period: StatusPeriod }) {
  const figures = outcomeFigures(line.counts)
  const hasDurations = line.p50Ms !== null
  return (
    <ChartPanel
      title={line.name}
      description={counted(callsIn(line.counts), 'call')}
      height={STATUS_CHART_PX + OUTCOMES_PX + (hasDurations ? DURATIONS_PX : 0)}
      chart={
        <>
          <dl className="mb-3 grid grid-cols-[auto_auto_auto] gap-3 sm:grid-cols-3">
            {CALL_OUTCOMES.map(outcome => (
              <Figure key={outcome} name={callOutcomes[outcome]}>
                {figures[outcome]}
              </Figure>
            ))}
          </dl>
          {hasDurations && (
            <dl className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
              <Figure name="Median">{tookText(line.p50Ms)}</Figure>
              <Figure name="p90">{tookText(line.p90Ms)}</Figure>
            </dl>
          )}
          <StatusChart line={line} period={period} />
        </>
      }
      table={
        <Table
          label={`${line.name}, ${period === 'day' ? 'hours' : 'days'} with calls only`}
          columns={columnsOf(period)}
          rows={line.points.filter(({ counts }) => callsIn(counts) > 0).reverse()}
          rowKey={({ at }) => at}
        />
      }
    />
  )
}

function columnsOf(period: StatusPeriod): readonly Column<StatusPoint>[] {
  return [
    { name: period === 'day' ? 'Hour' : 'Day', cell: ({ at }) => pointName(at, period) },
    ...CALL_OUTCOMES.map(outcome => ({
      name: callOutcomes[outcome],
      cell: ({ counts }: StatusPoint) => counts[outcome].toLocaleString('en-GB'),
      isAmount: true,
    })),
    { name: 'Median', cell: ({ p50Ms }) => tookText(p50Ms), isAmount: true },
    { name: 'p90', cell: ({ p90Ms }) => tookText(p90Ms), isAmount: true },
  ]
}
