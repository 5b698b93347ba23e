import { ChartPanel } from '../../charts/chart-panel.tsx'
import { counted } from '../../charts/counted.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { durationText, shares } from './figures-text.ts'
import { pointName, type StatusPeriod } from './point-text.ts'
import { StatusChart } from './status-chart.tsx'
import type { StatusLine, StatusPoint } from './status-lines.ts'
import { STATUS_CHART_PX } from './status-shape.ts'

const FIGURES_PX = 106

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
            <Figure name="Succeeded" text={succeeded} />
            <Figure name="Half within" text={durationText(line.p50Ms)} />
            <Figure name="9 of 10 within" text={durationText(line.p90Ms)} />
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

function Figure({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt className="text-xs text-quiet">{name}</dt>
      <dd className="mt-0.5 font-serif text-xl leading-tight font-medium tabular-nums">{text}</dd>
    </div>
  )
}

function columnsOf(period: StatusPeriod): readonly Column<StatusPoint>[] {
  return [
    { name: period === 'day' ? 'Hour' : 'Day', cell: ({ at }) => pointName(at, period) },
    { name: 'Succeeded', cell: ({ captured }) => captured, isAmount: true },
    { name: 'Refunded', cell: ({ refunded }) => refunded, isAmount: true },
    { name: 'Half within', cell: ({ p50Ms }) => durationText(p50Ms), isAmount: true },
    { name: '9 of 10 within', cell: ({ p90Ms }) => durationText(p90Ms), isAmount: true },
  ]
}
