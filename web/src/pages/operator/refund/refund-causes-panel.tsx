import type { RefundsResponse } from '@footnote/contract/site/operator'
import { toolName } from '@footnote/contract/tools'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChartPanel } from '../../../charts/chart-panel.tsx'
import { counted } from '../../../ui/counted.ts'
import { Segments } from '../../../ui/segments.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { CountBars } from '../count-bars.tsx'
import { OperatorError } from '../operator-error.tsx'
import { refundsQuery } from '../operator-queries.ts'
import { causeName, percentOf, rankCauses } from './refund-causes.ts'

const HEIGHT_PX = 220
const PERIODS = [
  { value: 1, label: '1 day' },
  { value: 7, label: '7 days' },
  { value: 30, label: '30 days' },
] as const
type Period = (typeof PERIODS)[number]['value']
type Cause = RefundsResponse['causes'][number]

const COLUMNS: readonly Column<Cause>[] = [
  { name: 'Cause', cell: ({ cause }) => <span title={cause}>{causeName(cause)}</span> },
  { name: 'Tool', cell: ({ tool }) => toolName(tool) },
  { name: 'Effort', cell: ({ effort }) => effort ?? '–' },
  { name: 'Calls', isAmount: true, cell: ({ calls }) => calls.toLocaleString('en-GB') },
]

/** Causes of refunds: bars over all tools, a table by tool and effort. */
export function RefundCauses() {
  const [days, setDays] = useState<Period>(7)
  const { data, error, refetch } = useQuery(refundsQuery(days))
  if (error && !data) return <OperatorError error={error} onRetry={refetch} />
  return (
    <ChartPanel
      title="Why calls were refunded"
      description={data ? sumText(data) : 'Share of finished calls'}
      height={HEIGHT_PX}
      chart={data ? <Causes refunds={data} /> : <Skeleton className="h-[220px]" />}
      table={
        data && data.causes.length > 0 ? (
          <Table
            label="Refunds by cause, tool and effort"
            columns={COLUMNS}
            rows={data.causes}
            rowKey={({ cause, tool, effort }) => `${cause} ${tool} ${effort}`}
          />
        ) : undefined
      }
      legend={
        <div className="w-fit">
          <Segments
            legend="Period"
            name="refund-days"
            segments={PERIODS}
            chosen={days}
            onChoose={setDays}
          />
        </div>
      }
    />
  )
}

function Causes({ refunds }: { refunds: RefundsResponse }) {
  const ranked = rankCauses(refunds)
  if (ranked.length === 0)
    return (
      <div
        style={{ height: HEIGHT_PX }}
        className="flex items-center justify-center rounded-lg border border-dashed border-rule px-6 text-center text-sm text-quiet"
      >
        No refunds in this period.
      </div>
    )
  return (
    <CountBars
      bars={ranked.map(({ cause, name, calls, percent }) => ({
        id: cause,
        name,
        count: calls,
        note: `${percent}%`,
      }))}
    />
  )
}

function sumText({ captured, refunded }: RefundsResponse): string {
  const ended = captured + refunded
  if (ended === 0) return 'No calls in this period.'
  return `${refunded.toLocaleString('en-GB')} of ${counted(ended, 'finished call')} (${percentOf(refunded, ended)}%).`
}
