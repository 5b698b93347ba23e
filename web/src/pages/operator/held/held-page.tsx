import type { HeldResponse } from '@footnote/contract/site/operator'
import { useQuery } from '@tanstack/react-query'
import { ChartPanel } from '../../../charts/chart-panel.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { CountBars } from '../count-bars.tsx'
import { OperatorError } from '../operator-error.tsx'
import { heldQuery } from '../operator-queries.ts'
import { ageBars, type HeldAge } from './held-ages.ts'
import { HeldTable } from './held-table.tsx'

const HEIGHT_PX = 220

type Row = HeldAge & { readonly name: string }

const COLUMNS: readonly Column<Row>[] = [
  { name: 'Age', cell: ({ name }) => name },
  { name: 'Calls', isAmount: true, cell: ({ calls }) => calls },
  { name: 'Tasks', isAmount: true, cell: ({ tasks }) => tasks },
  { name: 'Held', isAmount: true, cell: ({ units }) => <Money units={units} /> },
]

/** What is held for calls and tasks that have not ended, by age. */
export function OperatorHeldPage() {
  const { data, error, refetch } = useQuery(heldQuery)
  return (
    <>
      <PageTitle
        title="Held"
        description="Money of calls that run and of tasks whose result was not fetched yet. All of it is settled by its deadline."
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
      <EmptyState title="Nothing is held">
        <p className="text-sm text-quiet">
          No call is running, and no task waits for its result to be fetched.
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
            label="Held by age"
            columns={COLUMNS}
            rows={ages.map((age, index) => ({ ...age, name: bars[index]?.name ?? '' }))}
            rowKey={({ name }) => name}
          />
        }
      />
      <Panel title="The oldest" description="Calls and tasks, the oldest first.">
        <HeldTable charges={charges} />
      </Panel>
    </div>
  )
}
