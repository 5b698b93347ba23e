import { pages } from '@footnote/contract/site/pages'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageTitle } from '../../ui/page-title.tsx'
import { Segments } from '../../ui/segments.tsx'
import type { CallFilter } from './call-filters.tsx'
import { CallsPanel } from './calls-panel.tsx'
import { SpendingPanels } from './spending-panels.tsx'
import {
  PERIODS,
  type Period,
  readUsageSearch,
  USUAL_PERIOD,
  type UsageSearch,
} from './usage-search.ts'

export function UsagePage() {
  const { days = USUAL_PERIOD, ...filter } = useSearch({ from: '/member/usage' })
  const [keyName, setKeyName] = useState<string>()
  const navigate = useNavigate()
  const show = (search: UsageSearch) =>
    void navigate({
      to: pages.usage,
      search: readUsageSearch({ ...search }),
      replace: true,
      resetScroll: false,
    })
  const onFilter = ({ keyName: chosen, ...others }: CallFilter) => {
    setKeyName(chosen)
    show({ ...others, days })
  }
  return (
    <>
      <PageTitle
        title="Usage"
        action={<PeriodSwitch days={days} onChoose={period => show({ ...filter, days: period })} />}
      />
      <div className="space-y-6">
        <SpendingPanels days={days} />
        <CallsPanel
          filter={{ ...filter, ...(keyName !== undefined && { keyName }) }}
          onFilter={onFilter}
        />
      </div>
    </>
  )
}

/** Period of the charts. */
function PeriodSwitch({ days, onChoose }: { days: Period; onChoose: (days: Period) => void }) {
  return (
    <Segments
      legend="Chart period"
      name="days"
      chosen={days}
      onChoose={onChoose}
      segments={PERIODS.map(period => ({
        value: period,
        label: (
          <>
            {period}
            <span className="sr-only sm:not-sr-only"> days</span>
          </>
        ),
      }))}
    />
  )
}
