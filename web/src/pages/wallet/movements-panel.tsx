import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { movementsQuery, walletQuery } from '../../api/queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MovementsTable } from './movements-table.tsx'
import { OlderMovements } from './older-movements.tsx'

/** Everything that ever went into the wallet or out of it, newest first. */
export function MovementsPanel() {
  const { data, error, refetch } = useInfiniteQuery(movementsQuery)
  useFollowedBalance()
  const movements = data?.pages.flatMap(page => page.movements)
  return (
    <Panel
      title="Movements"
      description="Everything that went in or out, with the balance that it left."
    >
      {movements === undefined ? (
        error ? (
          <ErrorNotice error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-96" />
        )
      ) : movements.length === 0 ? (
        <EmptyState title="Nothing has moved yet">
          <p className="text-sm text-quiet">
            The first recharge and every call will be listed here.
          </p>
        </EmptyState>
      ) : (
        <>
          <MovementsTable movements={movements} />
          <OlderMovements />
        </>
      )}
    </Panel>
  )
}

/** The balance is asked for all the time; when it has changed, there are movements not listed yet. */
function useFollowedBalance(): void {
  const queryClient = useQueryClient()
  const balanceUnits = useQuery(walletQuery).data?.balance_units
  const listedFor = useRef(balanceUnits)
  useEffect(() => {
    if (listedFor.current !== undefined && listedFor.current !== balanceUnits)
      void queryClient.invalidateQueries({ queryKey: movementsQuery.queryKey })
    listedFor.current = balanceUnits
  }, [balanceUnits, queryClient])
}
