import { pages } from '@footnote/contract/site/pages'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PageTitle } from '../../ui/page-title.tsx'
import type { CallFilter } from './call-filters.tsx'
import { CallsPanel } from './calls-panel.tsx'
import { PeriodSwitch, RangeFields } from './period-choice.tsx'
import { SpendingPanels } from './spending-panels.tsx'
import { periodOf, rangeOf, readUsageSearch, type UsageSearch } from './usage-search.ts'

export function UsagePage() {
  const search = useSearch({ from: '/member/usage' })
  const { days, from, to, day, by = 'tool', ...filter } = search
  const [keyName, setKeyName] = useState<string>()
  const navigate = useNavigate()
  const show = (change: { [Name in keyof UsageSearch]?: UsageSearch[Name] | undefined }) =>
    void navigate({
      to: pages.usage,
      search: readUsageSearch({ ...search, ...change }),
      replace: true,
      resetScroll: false,
    })
  const onFilter = ({ keyName: chosen, ...others }: CallFilter) => {
    setKeyName(chosen)
    show({ tool: undefined, effort: undefined, state: undefined, ...others })
  }
  const range = rangeOf(search)
  const period = periodOf(search)
  return (
    <>
      <PageTitle
        title="Usage"
        action={
          <PeriodSwitch
            chosen={period}
            onChoose={chosen =>
              show(
                chosen === 'custom'
                  ? { ...range, day: undefined }
                  : { days: chosen, from: undefined, to: undefined, day: undefined },
              )
            }
          />
        }
      />
      {period === 'custom' && (
        <RangeFields range={range} onChange={chosen => show({ ...chosen, day: undefined })} />
      )}
      <div className="space-y-6">
        <SpendingPanels
          range={range}
          by={by}
          onGroup={grouping => show({ by: grouping })}
          onPick={picked => show({ day: picked })}
        />
        <CallsPanel
          range={range}
          day={day}
          onLeaveDay={() => show({ day: undefined })}
          filter={{ ...filter, ...(keyName !== undefined && { keyName }) }}
          onFilter={onFilter}
        />
      </div>
    </>
  )
}
