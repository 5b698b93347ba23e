import { useInfiniteQuery } from '@tanstack/react-query'
import { PageTitle } from '../../../ui/page-title.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { OlderRows, useOlderRows } from '../older-rows.tsx'
import { OperatorError } from '../operator-error.tsx'
import { actionsQuery } from '../operator-queries.ts'
import { ActionsTable } from './actions-table.tsx'

export function OperatorActionsPage() {
  const query = useInfiniteQuery(actionsQuery)
  const rows = query.data?.pages.flatMap(page => page.actions)
  const older = useOlderRows(query, { loaded: rows?.length ?? 0 })
  return (
    <>
      <PageTitle
        title="Actions"
        description="Everything operators have done. Entries can’t be changed or removed."
      />
      <Panel>
        {rows ? (
          <>
            <ActionsTable actions={rows} />
            {rows.length > 0 && <OlderRows {...older} />}
          </>
        ) : query.error ? (
          <OperatorError error={query.error} onRetry={query.refetch} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </Panel>
    </>
  )
}
