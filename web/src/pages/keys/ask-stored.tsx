import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

/** Asks once before the dialog closes on a key that was not confirmed as saved. */
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
        You won’t be able to see <span className="font-medium wrap-anywhere">“{name}”</span> again.
        If you lose it, revoke it and create a new one, free of charge.
      </p>
      <DialogActions>
        <Button look="quiet" onClick={onLeave}>
          Close anyway
        </Button>
        <Button look="primary" onClick={onBack}>
          Back to key
        </Button>
      </DialogActions>
    </>
  )
}
