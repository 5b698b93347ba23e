import { Notice } from '../../../ui/notice.tsx'
import { OperatorError } from '../operator-error.tsx'

/** What came back instead of an action's record, and whether it may have happened all the same. */
export function ActionFailure({ error, isOpen }: { error: Error | null; isOpen: boolean }) {
  if (!isOpen) return <OperatorError error={error} />
  return (
    <Notice tone="warn">
      {error?.message} It is not certain whether this was done. Send it again: it carries the same
      id and happens once. If you close this instead, look at the actions first.
    </Notice>
  )
}
