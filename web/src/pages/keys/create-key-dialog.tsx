import type { CreateKeyRequest } from '@footnote/contract/site/requests'
import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { keysQuery, queryClient } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { CreateKeyForm } from './create-key-form.tsx'
import { CreatedKey } from './created-key.tsx'

/** Creates a key and shows it once; closing without saving it asks first. */
export function CreateKeyDialog({
  isOpen,
  onClose,
}: {
  isOpen: boolean
  /** Called with the id of the created key, if there is one. */
  onClose: (keyId: string | undefined) => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const creation = useMutation({
    mutationFn: (body: CreateKeyRequest) => callSite('create_key', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
    // The key must not stay in memory after the dialog is closed.
    gcTime: 0,
  })
  const created = creation.data

  const close = () => {
    const keyId = created?.key_id
    setIsAsking(false)
    creation.reset()
    onClose(keyId)
  }
  const askFirst = (event: SyntheticEvent) => {
    // Closing now would lose the key that is being created.
    if (creation.isPending) event.preventDefault()
    if (!created || isAsking) return
    event.preventDefault()
    setIsAsking(true)
  }
  const title = isAsking
    ? 'Did you save your key?'
    : created
      ? 'Save your API key'
      : 'Create API key'
  return (
    <Dialog title={title} isOpen={isOpen} onClose={close} onCancel={askFirst}>
      {!created && <CreateKeyForm creation={creation} onCancel={close} />}
      {created && !isAsking && (
        <CreatedKey created={created} onStored={close} onLeave={() => setIsAsking(true)} />
      )}
      {created && isAsking && (
        <AskStored name={created.name} onBack={() => setIsAsking(false)} onLeave={close} />
      )}
    </Dialog>
  )
}

/** Asks once before the dialog closes on a key that was not confirmed as saved. */
function AskStored({
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
