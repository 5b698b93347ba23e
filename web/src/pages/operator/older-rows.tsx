import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { OperatorError } from './operator-error.tsx'

/** What is used of a list that comes in pages. */
interface Paged {
  readonly error: Error | null
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  fetchNextPage(): Promise<unknown>
}

/** How much of a list is shown: at first a few, then all that is here, then what is fetched besides. */
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

/** More of the list; at its end the button goes, and the line beside it takes over the focus. */
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
            ? `The latest ${shown} are shown.`
            : shown === 1
              ? 'That is all.'
              : `All ${shown} are shown.`}
        </p>
        {isMore && (
          <Button busy={isBusy} onClick={() => void press()}>
            Older
          </Button>
        )}
      </div>
    </div>
  )
}
