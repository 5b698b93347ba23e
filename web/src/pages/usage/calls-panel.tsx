import { callsCsv } from '@footnote/contract/calls-csv'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { callSite } from '../../api/call-site.ts'
import { type CallsQuery, callsQuery } from '../../api/queries.ts'
import { longDay } from '../../charts/day-text.ts'
import { Button } from '../../ui/button.tsx'
import { downloadText } from '../../ui/download-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type CallFilter, CallFilters } from './call-filters.tsx'
import type { Call } from './call-state.ts'
import { CallsSums } from './calls-sums.tsx'
import { CallsTable } from './calls-table.tsx'
import type { DayRange } from './usage-search.ts'

/** The charged calls of a range or of one day of it that match the filters, with a CSV export. */
export function CallsPanel({
  range,
  day,
  onLeaveDay,
  filter,
  onFilter,
}: {
  range: DayRange
  day: string | undefined
  onLeaveDay: () => void
  filter: CallFilter
  onFilter: (filter: CallFilter) => void
}) {
  const { keyName, ...others } = filter
  const days = day === undefined ? range : { from: day, to: day }
  const query: CallsQuery = {
    ...days,
    ...others,
    ...(keyName !== undefined && { key: keyName }),
  }
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    callsQuery(query),
  )
  const calls = data?.pages.flatMap(page => page.calls)
  const exporting = useMutation({
    mutationFn: async () => {
      const name = `footnote-usage-${days.from}-${days.to}.csv`
      const text = callsCsv(await readAllCalls(query))
      downloadText(name, { text, type: 'text/csv;charset=utf-8' })
    },
  })
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Panel
      title="Calls"
      description="Newest first. Questions and answers are not stored."
      action={
        <Button
          disabled={calls === undefined || calls.length === 0}
          busy={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          <Download aria-hidden="true" /> Export CSV
        </Button>
      }
    >
      <div className="space-y-4">
        {day !== undefined && <PickedDay day={day} onLeave={onLeaveDay} />}
        <CallFilters range={range} filter={filter} onFilter={onFilter} />
        <ErrorNotice error={error ?? exporting.error} onRetry={refetch} />
        {calls === undefined && !error && <CallsSkeleton />}
        {calls !== undefined && calls.length > 0 && (
          <>
            <CallsSums shown={calls} hasMore={hasNextPage} />
            <CallsTable calls={calls} label="Charged calls" />
          </>
        )}
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older calls
          </Button>
        )}
        {calls?.length === 0 && isFiltered && (
          <EmptyState title="No matching calls">
            <Button onClick={() => onFilter({})}>Clear filters</Button>
          </EmptyState>
        )}
        {calls?.length === 0 && !isFiltered && (
          <EmptyState title="No calls in these days">
            <p className="max-w-prose text-sm text-quiet">
              Charged calls appear here with their cost and state.
            </p>
          </EmptyState>
        )}
      </div>
    </Panel>
  )
}

/** Names the day that was picked in the chart. Gets the focus whenever another one is picked. */
function PickedDay({ day, onLeave }: { day: string; onLeave: () => void }) {
  const leave = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is another pick
  useEffect(() => leave.current?.focus(), [day])
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="font-medium">{longDay(day)}</span>
      <Button ref={leave} onClick={onLeave}>
        Show all days
      </Button>
    </p>
  )
}

async function readAllCalls(query: CallsQuery): Promise<Call[]> {
  const calls: Call[] = []
  let cursor: string | undefined
  do {
    const page = await callSite('usage', {
      query: { ...query, pages: 'long', ...(cursor !== undefined && { cursor }) },
    })
    calls.push(...page.calls)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return calls
}

function CallsSkeleton() {
  return (
    <div className="space-y-3">
      <Skeleton className="h-5 w-64 max-w-full" />
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={String(row)} className="h-9" />
      ))}
    </div>
  )
}
