import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { movementsQuery, walletQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MovementsTable } from './movements-table.tsx'

/** Every transaction of the wallet, newest first. */
export function MovementsPanel() {
  const { data, error, refetch } = useInfiniteQuery(movementsQuery)
  useFollowedBalance()
  const movements = data?.pages.flatMap(page => page.movements)
  return (
    <Panel title="Transactions" description="Every credit and charge, with the balance after it.">
      {movements === undefined ? (
        error ? (
          <ErrorNotice error={error} onRetry={refetch} />
        ) : (
          <Skeleton className="h-96" />
        )
      ) : movements.length === 0 ? (
        <EmptyState title="No transactions yet">
          <p className="text-sm text-quiet">Your recharges and calls will appear here.</p>
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

/** Reloads the transactions when the regularly polled balance has changed. */
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

/**
 * Button for older transactions. It disappears at the end, and the line beside it takes the focus.
 */
function OlderMovements() {
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useInfiniteQuery(movementsQuery)
  const line = useRef<HTMLParagraphElement>(null)
  const shown = data?.pages.reduce((count, page) => count + page.movements.length, 0) ?? 0
  const showOlder = async () => {
    const { hasNextPage: isMoreLeft } = await fetchNextPage()
    if (!isMoreLeft) line.current?.focus()
  }
  return (
    <div className="mt-4 space-y-3">
      {isFetchNextPageError && <ErrorNotice error={error} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p ref={line} tabIndex={-1} aria-live="polite" className="text-sm text-quiet">
          {hasNextPage
            ? `Showing the latest ${shown}.`
            : shown === 1
              ? 'Showing 1 of 1.'
              : `Showing all ${shown}.`}
        </p>
        {hasNextPage && (
          <Button busy={isFetchingNextPage} onClick={() => void showOlder()}>
            Show older
          </Button>
        )}
      </div>
    </div>
  )
}
