import { ChartPanel } from '../../charts/chart-panel.tsx'
import { counted } from '../../ui/counted.ts'
import { Figure } from '../../ui/figure.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { shares, tookText } from './figures-text.ts'
import { pointName, type StatusPeriod } from './point-text.ts'
import { StatusChart } from './status-chart.tsx'
import type { StatusLine, StatusPoint } from './status-lines.ts'
import { STATUS_CHART_PX } from './status-shape.ts'

const FIGURES_PX = 110

/** One tool at one effort: three figures, how they came about, and the same as a table. */
export function StatusPanel({ line, period }: { line: StatusLine; period: StatusPeriod }) {
  const { succeeded, refunded } = shares(line)
  return (
    <ChartPanel
      title={line.name}
      description={`${counted(line.captured + line.refunded, 'call')}, ${refunded} refunded`}
      height={STATUS_CHART_PX + FIGURES_PX}
      chart={
        <>
          <dl className="mb-4 grid grid-cols-3 gap-3">
            <Figure name="Succeeded">{succeeded}</Figure>
            <Figure name="Half within">{tookText(line.p50Ms)}</Figure>
            <Figure name="9 of 10 within">{tookText(line.p90Ms)}</Figure>
          </dl>
          <StatusChart line={line} period={period} />
        </>
      }
      table={
        <Table
          label={`${line.name}, ${period === 'day' ? 'hours' : 'days'} with calls only`}
          columns={columnsOf(period)}
          rows={line.points.filter(point => point.captured + point.refunded > 0).reverse()}
          rowKey={({ at }) => at}
        />
      }
    />
  )
}

function columnsOf(period: StatusPeriod): readonly Column<StatusPoint>[] {
  return [
    { name: period === 'day' ? 'Hour' : 'Day', cell: ({ at }) => pointName(at, period) },
    { name: 'Succeeded', cell: ({ captured }) => captured, isAmount: true },
    { name: 'Refunded', cell: ({ refunded }) => refunded, isAmount: true },
    { name: 'Half within', cell: ({ p50Ms }) => tookText(p50Ms), isAmount: true },
    { name: '9 of 10 within', cell: ({ p90Ms }) => tookText(p90Ms), isAmount: true },
  ]
}
