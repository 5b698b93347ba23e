import { Notice } from '../../../ui/notice.tsx'
import { OperatorError } from '../operator-error.tsx'

/** Error of an action, with a warning if the action may have happened nevertheless. */
export function ActionFailure({ error, isOpen }: { error: Error | null; isOpen: boolean }) {
  if (!isOpen) return <OperatorError error={error} />
  return (
    <Notice tone="warn">
      {error?.message} This action may or may not have happened. Send it again: with the same ID, it
      can’t happen twice. If you close this instead, check the actions first.
    </Notice>
  )
}
