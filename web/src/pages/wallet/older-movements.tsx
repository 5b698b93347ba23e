import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { movementsQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

/**
 * Button for older transactions. It disappears at the end, and the line beside it takes the focus.
 */
export function OlderMovements() {
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
