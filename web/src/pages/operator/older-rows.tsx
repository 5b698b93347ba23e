import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { OperatorError } from './operator-error.tsx'

/** The parts of an infinite query that are used here. */
interface Paged {
  readonly error: Error | null
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  fetchNextPage(): Promise<unknown>
}

/** Shows a few rows first, then all loaded ones, then further pages. */
export function useOlderRows(
  query: Paged,
  { loaded, few = Number.POSITIVE_INFINITY }: { loaded: number; few?: number },
) {
  const [isCut, setIsCut] = useState(true)
  const shown = isCut ? Math.min(few, loaded) : loaded
  return {
    shown,
    isMore: query.hasNextPage || shown < loaded,
    isBusy: query.isFetchingNextPage,
    error: query.isFetchNextPageError ? query.error : null,
    async showOlder() {
      setIsCut(false)
      if (shown === loaded) await query.fetchNextPage()
    },
  }
}

/**
 * Button for more rows. The line beside it takes the focus, since the button disappears at the end.
 */
export function OlderRows({
  shown,
  isMore,
  isBusy,
  error,
  showOlder,
}: ReturnType<typeof useOlderRows>) {
  const line = useRef<HTMLParagraphElement>(null)
  const press = async () => {
    line.current?.focus()
    await showOlder()
  }
  return (
    <div className="mt-4 space-y-3">
      <OperatorError error={error} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p ref={line} tabIndex={-1} aria-live="polite" className="text-sm text-quiet">
          {isMore
            ? `Showing the latest ${shown}.`
            : shown === 1
              ? 'Showing 1 of 1.'
              : `Showing all ${shown}.`}
        </p>
        {isMore && (
          <Button busy={isBusy} onClick={() => void press()}>
            Show older
          </Button>
        )}
      </div>
    </div>
  )
}
