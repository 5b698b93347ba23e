import { TOOLS, toolName } from '@footnote/contract/tools'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { spendingQuery } from '../../api/queries.ts'
import { ChartPanel } from '../../charts/chart-panel.tsx'
import { type DaySpending, dailySpending } from '../../charts/daily-spending.ts'
import { longDay } from '../../charts/day-text.ts'
import { RankedBars, RankedTable } from '../../charts/ranked-bars.tsx'
import { foldRest, rankKeys, rankTools } from '../../charts/ranked-spending.ts'
import { ChartLegend, NothingSpent, SpendingChart } from '../../charts/spending-chart.tsx'
import { Money } from '../../ui/money.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'

const CHART_PX = 260
const TOOLS_PX = 150
const KEYS_PX = 240
const MOST_KEYS = 5

/** Spending per day, by tool and by key. */
export function SpendingPanels({ days }: { days: number }) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...spendingQuery(days),
    placeholderData: keepPreviousData,
  })
  const daily = data && dailySpending(data)
  const tools = data && rankTools(data.spending)
  const keys = data && rankKeys(data.spending)
  const isEmpty = data?.spending.length === 0
  const asTable = (table: React.ReactNode) => (data && !isEmpty ? table : undefined)
  if (error && !data) return <ErrorNotice error={error} onRetry={refetch} />
  return (
    <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
      <div className="min-w-0 md:col-span-2">
        <ChartPanel
          title="Spending per day"
          description="Paid and pending charges, without refunds. Days are in UTC."
          height={CHART_PX}
          chart={
            isEmpty ? (
              <NothingSpent days={days} height={CHART_PX} />
            ) : daily ? (
              <SpendingChart days={daily} height={CHART_PX} isStale={isPlaceholderData} />
            ) : (
              <Skeleton className="h-[260px]" />
            )
          }
          table={asTable(daily && <SpendingTable days={daily} />)}
          legend={
            daily ? (
              <ChartLegend days={daily} />
            ) : (
              <Skeleton className="h-19 w-72 max-w-full sm:h-6" />
            )
          }
        />
      </div>
      <ChartPanel
        title="By tool"
        height={TOOLS_PX}
        chart={tools ? <RankedBars ranked={tools} /> : <Skeleton className="h-36" />}
        table={asTable(tools && <RankedTable label="Spending by tool" of="Tool" ranked={tools} />)}
      />
      <ChartPanel
        title="By key"
        height={KEYS_PX}
        chart={
          isEmpty ? (
            <NothingSpent days={days} height={KEYS_PX} />
          ) : keys ? (
            <RankedBars ranked={foldRest(keys, MOST_KEYS)} />
          ) : (
            <Skeleton className="h-60" />
          )
        }
        table={asTable(keys && <RankedTable label="Spending by key" of="Key" ranked={keys} />)}
      />
    </div>
  )
}

const COLUMNS: readonly Column<DaySpending>[] = [
  { name: 'Day', cell: ({ day }) => longDay(day) },
  ...TOOLS.map(tool => ({
    name: toolName(tool),
    cell: ({ unitsByTool }: DaySpending) => <Money units={unitsByTool[tool]} />,
    isAmount: true,
  })),
  { name: 'Total', cell: ({ units }) => <Money units={units} />, isAmount: true },
  { name: 'Calls', cell: ({ calls }) => calls, isAmount: true },
  { name: 'Refunded', cell: ({ refundedCalls }) => refundedCalls, isAmount: true },
]

/** The daily bars as a table, newest first, without the days that had no calls. */
function SpendingTable({ days }: { days: readonly DaySpending[] }) {
  return (
    <Table
      label="Spending per day, days with calls only"
      columns={COLUMNS}
      rows={days.filter(({ calls }) => calls > 0).reverse()}
      rowKey={({ day }) => day}
    />
  )
}
