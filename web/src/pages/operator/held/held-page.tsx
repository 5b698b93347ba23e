import type { HeldResponse } from '@footnote/contract/site/operator'
import { useQuery } from '@tanstack/react-query'
import { ChartPanel } from '../../../charts/chart-panel.tsx'
import { counted } from '../../../ui/counted.ts'
import { durationText } from '../../../ui/duration-text.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatUsd, Money } from '../../../ui/money.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type CountBar, CountBars } from '../count-bars.tsx'
import { OperatorError } from '../operator-error.tsx'
import { heldQuery } from '../operator-queries.ts'
import { HeldTable } from './held-table.tsx'

const HEIGHT_PX = 220

type Row = HeldAge & { readonly name: string }

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Age', cell: ({ name }) => name },
  { name: 'Calls', isAmount: true, cell: ({ calls }) => calls },
  { name: 'Tasks', isAmount: true, cell: ({ tasks }) => tasks },
  { name: 'Pending', isAmount: true, cell: ({ units }) => <Money units={units} /> },
]

/** Pending charges by age. */
export function OperatorHeldPage() {
  const { data, error, refetch } = useQuery(heldQuery)
  return (
    <>
      <PageTitle
        title="Pending charges"
        description="Charges of running calls, and of tasks whose result has not been fetched. Each is settled by its deadline."
      />
      {data ? (
        <Held held={data} />
      ) : error ? (
        <OperatorError error={error} onRetry={refetch} />
      ) : (
        <div className="space-y-6">
          <Skeleton className="h-80" />
          <Skeleton className="h-96" />
        </div>
      )}
    </>
  )
}

function Held({ held: { ages, charges } }: { held: HeldResponse }) {
  if (charges.length === 0)
    return (
      <EmptyState title="No pending charges">
        <p className="text-sm text-quiet">
          No calls are running, and no task results are waiting to be fetched.
        </p>
      </EmptyState>
    )
  const bars = ageBars(ages)
  return (
    <div className="space-y-6">
      <ChartPanel
        title="By age"
        height={HEIGHT_PX}
        chart={<CountBars bars={bars} />}
        table={
          <Table
            label="Pending charges by age"
            columns={COLUMNS}
            rows={ages.map((age, index) => ({ ...age, name: bars[index]?.name ?? '' }))}
            rowKey={({ name }) => name}
          />
        }
      />
      <Panel title="Oldest charges" description="Calls and tasks, oldest first.">
        <HeldTable charges={charges} />
      </Panel>
    </div>
  )
}

type HeldAge = HeldResponse['ages'][number]

/** One bar per age group; the last group has no upper limit. */
function ageBars(ages: readonly HeldAge[]): readonly CountBar[] {
  return ages.map(({ up_to_seconds, calls, tasks, units }, index) => {
    const before = ages[index - 1]?.up_to_seconds ?? 0
    const name =
      up_to_seconds === null
        ? `over ${durationText(before * 1_000)}`
        : `up to ${durationText(up_to_seconds * 1_000)}`
    return {
      id: name,
      name,
      count: calls + tasks,
      note: `${counted(calls, 'call')}, ${counted(tasks, 'task')}, ${formatUsd(units)}`,
    }
  })
}
