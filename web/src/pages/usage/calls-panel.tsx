import { limits } from '@footnote/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { usageQuery } from '../../api/queries.ts'
import { DocsLink } from '../../shell/docs-link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type CallFilter, CallFilters, filterCalls } from './call-filters.tsx'
import { CallsSums } from './calls-sums.tsx'
import { CallsTable } from './calls-table.tsx'
import { ExportDialog } from './export-dialog.tsx'

/** The filtered list of charged calls, with a CSV export. */
export function CallsPanel({
  filter,
  onFilter,
}: {
  filter: CallFilter
  onFilter: (filter: CallFilter) => void
}) {
  const { data, error, refetch } = useQuery(usageQuery)
  const calls = data?.calls ?? []
  const shown = filterCalls(calls, filter)
  const [isExporting, setIsExporting] = useState(false)
  return (
    <Panel
      title="Calls"
      description={
        <>
          <DocsLink
            href="/docs/reference#usage"
            className="text-accent underline underline-offset-2"
          >
            Your latest {limits.usageCalls} calls
          </DocsLink>
          , newest first. Questions and answers are not stored.
        </>
      }
      action={
        <Button disabled={calls.length === 0} onClick={() => setIsExporting(true)}>
          <Download aria-hidden="true" /> Export CSV
        </Button>
      }
    >
      <div className="space-y-4">
        <CallFilters calls={calls} filter={filter} onFilter={onFilter} />
        <ErrorNotice error={error} onRetry={refetch} />
        {data === undefined && !error && <CallsSkeleton />}
        {data !== undefined && calls.length > 0 && <CallsSums shown={shown} outOf={calls.length} />}
        {data !== undefined && calls.length === 0 && (
          <EmptyState title="No calls yet">
            <p className="max-w-prose text-sm text-quiet">
              Your charged calls will appear here with their cost and state.
            </p>
          </EmptyState>
        )}
        {calls.length > 0 && shown.length === 0 && (
          <EmptyState title="No matching calls">
            <Button onClick={() => onFilter({})}>Clear filters</Button>
          </EmptyState>
        )}
        <ExportDialog isOpen={isExporting} filter={filter} onClose={() => setIsExporting(false)} />
        {shown.length > 0 && <CallsTable calls={shown} label="Charged calls" />}
      </div>
    </Panel>
  )
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
