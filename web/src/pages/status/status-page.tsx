import type { StatusResponse } from '@footnote/contract/site/responses'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statusQuery } from '../../api/queries.ts'
import { Column } from '../../shell/column.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { StatusPeriod } from './point-text.ts'
import { OpenIncidents, StatusHistory } from './status-history.tsx'
import { StatusLegend } from './status-legend.tsx'
import { statusLines, sumLines } from './status-lines.ts'
import { StatusPanel } from './status-panel.tsx'
import { StatusSummary } from './status-summary.tsx'
import { WhatIsCounted } from './what-is-counted.tsx'

const REFRESH_MS = 60_000
const PERIODS = [
  { value: 'day', label: '24 hours' },
  { value: 'month', label: '30 days' },
] as const

export function StatusPage() {
  const [period, setPeriod] = useState<StatusPeriod>('day')
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...statusQuery(period),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
  return (
    <Column className="py-12 lg:py-16">
      <PageTitle
        title="Status"
        description="Current availability, success rates, durations and incidents."
        action={
          <Segments
            legend="Period"
            name="period"
            segments={PERIODS}
            chosen={period}
            onChoose={setPeriod}
          />
        }
      />
      <OpenIncidents />
      {/* A minimum height keeps the content below from moving. */}
      <div className={classes('min-h-144 transition-opacity', isPlaceholderData && 'opacity-50')}>
        {!data && error && <ErrorNotice error={error} onRetry={refetch} />}
        {!data && !error && <StatusSkeleton />}
        {/* The data may still be of the other period, as its times show. */}
        {data && <Figures data={data} period={periodOf(data, period)} />}
      </div>
      <StatusHistory />
      <WhatIsCounted />
    </Column>
  )
}

function Figures({ data, period }: { data: StatusResponse; period: StatusPeriod }) {
  const lines = statusLines(data)
  return (
    <div className="space-y-6">
      <StatusSummary
        acceptsCalls={data.accepts_calls}
        countedUntil={data.counted_until}
        sums={sumLines(lines)}
        period={period}
      />
      {lines.length === 0 ? (
        <EmptyState title="No calls in this period">
          <p className="max-w-prose text-sm text-pretty text-quiet">
            No calls ended in the last {period === 'day' ? '24 hours' : '30 days'}. Figures appear
            here within minutes of the first one.
          </p>
        </EmptyState>
      ) : (
        <>
          <StatusLegend
            tools={[...new Set(lines.map(({ tool }) => tool))]}
            hasTimes={lines.some(({ points }) => points.some(({ p50Ms }) => p50Ms !== null))}
          />
          <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
            {lines.map(line => (
              <StatusPanel key={line.id} line={line} period={period} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

const HOURS = 24

function periodOf({ times }: StatusResponse, asked: StatusPeriod): StatusPeriod {
  const [first, second] = times
  if (first === undefined || second === undefined) return asked
  return Date.parse(second) - Date.parse(first) < HOURS * 3_600_000 ? 'day' : 'month'
}

function StatusSkeleton() {
  return (
    <div className="space-y-6">
      <Skeleton className="h-42 sm:h-26" />
      <Skeleton className="h-120" />
    </div>
  )
}
