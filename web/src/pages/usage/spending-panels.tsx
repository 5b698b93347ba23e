import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { spendingQuery } from '../../api/queries.ts'
import { ChartPanel } from '../../charts/chart-panel.tsx'
import { type DaySpending, dailySpending } from '../../charts/daily-spending.ts'
import { longDay } from '../../charts/day-text.ts'
import { RankedBars, RankedTable } from '../../charts/ranked-bars.tsx'
import { foldRest, rankKeys, rankTools } from '../../charts/ranked-spending.ts'
import { ChartLegend, NothingSpent, SpendingChart } from '../../charts/spending-chart.tsx'
import { type Grouping, type SpendingSeries, spendingSeries } from '../../charts/spending-series.ts'
import { Money } from '../../ui/money.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { countDays, type DayRange, GROUPINGS } from './usage-search.ts'

const CHART_PX = 260
const TOOLS_PX = 150
const KEYS_PX = 240
const MOST_KEYS = 5

/** Spending per day, by tool and by key. */
export function SpendingPanels({
  range,
  by,
  onGroup,
  onPick,
}: {
  range: DayRange
  by: Grouping
  onGroup: (by: Grouping) => void
  onPick: (day: string) => void
}) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...spendingQuery({ days: countDays(range), to: range.to }),
    placeholderData: keepPreviousData,
  })
  const series = spendingSeries(data?.spending ?? [], by)
  const daily = data && dailySpending(data, series)
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
          description={
            <>
              {by === 'state'
                ? 'Paid, pending and refunded charges.'
                : 'Paid and pending charges, without refunds.'}{' '}
              Days are in UTC. Click a day to list its calls.
            </>
          }
          height={CHART_PX}
          chart={
            isEmpty ? (
              <NothingSpent height={CHART_PX} />
            ) : daily ? (
              <SpendingChart
                days={daily}
                series={series}
                height={CHART_PX}
                isStale={isPlaceholderData}
                onPick={onPick}
              />
            ) : (
              <Skeleton className="h-[260px]" />
            )
          }
          table={asTable(daily && <SpendingTable days={daily} series={series} />)}
          legend={
            <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
              {daily ? (
                <ChartLegend days={daily} series={series} />
              ) : (
                <Skeleton className="h-19 w-72 max-w-full sm:h-6" />
              )}
              <Segments
                legend="Stack by"
                name="by"
                chosen={by}
                onChoose={onGroup}
                segments={GROUPINGS.map(value => ({ value, label: GROUPING_NAMES[value] }))}
              />
            </div>
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
            <NothingSpent height={KEYS_PX} />
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

const GROUPING_NAMES: Readonly<Record<Grouping, string>> = {
  tool: 'By tool',
  key: 'By key',
  state: 'By state',
}

const columnsOf = (series: readonly SpendingSeries[]): readonly Column<DaySpending>[] => [
  { name: 'Day', cell: ({ day }) => longDay(day) },
  ...series.map(({ name }, index) => ({
    name,
    cell: ({ parts }: DaySpending) => <Money units={parts[index] ?? 0n} />,
    isAmount: true,
  })),
  { name: 'Spent', cell: ({ units }) => <Money units={units} />, isAmount: true },
  { name: 'Calls', cell: ({ calls }) => calls, isAmount: true },
  { name: 'Refunded', cell: ({ refundedCalls }) => refundedCalls, isAmount: true },
]

/** The daily bars as a table, newest first, without the days that had no calls. */
function SpendingTable({
  days,
  series,
}: {
  days: readonly DaySpending[]
  series: readonly SpendingSeries[]
}) {
  return (
    <Table
      label="Spending per day, days with calls only"
      columns={columnsOf(series)}
      rows={days.filter(({ calls }) => calls > 0).reverse()}
      rowKey={({ day }) => day}
    />
  )
}
