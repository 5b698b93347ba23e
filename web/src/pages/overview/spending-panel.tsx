import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { spendingQuery } from '../../api/queries.ts'
import { dailySpending } from '../../charts/daily-spending.ts'
import { ChartLegend, NothingSpent, SpendingChart } from '../../charts/spending-chart.tsx'
import { spendingSeries } from '../../charts/spending-series.ts'
import { counted } from '../../ui/counted.ts'
import { Money } from '../../ui/money.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const DAYS = 30
const CHART_PX = 160
const SERIES = spendingSeries([], 'tool')

/** Spending of the last weeks at a glance. */
export function SpendingPanel() {
  const { data, error, refetch } = useQuery(spendingQuery({ days: DAYS }))
  const days = data && dailySpending(data)
  const units = days?.reduce((sum, day) => sum + day.units, 0n) ?? 0n
  const calls = days?.reduce((sum, day) => sum + day.calls, 0) ?? 0
  return (
    <Panel
      title={`Spent in the last ${DAYS} days`}
      description={
        days ? (
          <>
            <Money units={units} className="font-medium text-ink" /> for {counted(calls, 'call')}.
            Days are in UTC.
          </>
        ) : (
          <span className="invisible">$000.00 for 000 calls. Days are in UTC.</span>
        )
      }
      action={<MoreLink />}
    >
      <ErrorNotice error={error} onRetry={refetch} />
      {!error && (
        <>
          <div style={{ height: CHART_PX }}>
            {days && calls > 0 && <SpendingChart days={days} series={SERIES} height={CHART_PX} />}
            {days && calls === 0 && <NothingSpent height={CHART_PX} />}
            {!days && <Skeleton className="h-full" />}
          </div>
          <div className="mt-3 min-h-19 sm:min-h-6">
            {days && <ChartLegend days={days} series={SERIES} />}
          </div>
        </>
      )}
    </Panel>
  )
}

function MoreLink() {
  return (
    <Link to={pages.usage} className="py-0.5 text-sm text-accent underline underline-offset-2">
      All usage
    </Link>
  )
}
