import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { spendingQuery } from '../../api/queries.ts'
import { ChartLegend } from '../../charts/chart-legend.tsx'
import { ChartPanel } from '../../charts/chart-panel.tsx'
import { dailySpending } from '../../charts/daily-spending.ts'
import { NothingSpent } from '../../charts/nothing-spent.tsx'
import { RankedBars } from '../../charts/ranked-bars.tsx'
import { foldRest, rankKeys, rankTools } from '../../charts/ranked-spending.ts'
import { RankedTable } from '../../charts/ranked-table.tsx'
import { SpendingChart } from '../../charts/spending-chart.tsx'
import { SpendingTable } from '../../charts/spending-table.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

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
