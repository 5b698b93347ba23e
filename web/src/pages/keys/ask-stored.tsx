import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

/** Once, before a key is gone that nobody has said to have stored. */
export function AskStored({
  name,
  onBack,
  onLeave,
}: {
  name: string
  onBack: () => void
  onLeave: () => void
}) {
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <>
      <p ref={question} tabIndex={-1} className="text-sm outline-none">
        <span className="font-medium wrap-anywhere">“{name}”</span> cannot be shown again. If it is
        lost, revoke it and create another; nothing is charged for that.
      </p>
      <DialogActions>
        <Button look="quiet" onClick={onLeave}>
          Close without it
        </Button>
        <Button look="primary" onClick={onBack}>
          Back to the key
        </Button>
      </DialogActions>
    </>
  )
}
