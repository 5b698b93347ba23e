import { useMutation } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { keysQuery, queryClient } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AskStored } from './ask-stored.tsx'
import { CreateKeyForm } from './create-key-form.tsx'
import { CreatedKey } from './created-key.tsx'

/** From the name to the key, which is shown here once; leaving without having stored it asks once. */
export function CreateKeyDialog({
  isOpen,
  onClose,
}: {
  isOpen: boolean
  /** With the key that was made, if one was. */
  onClose: (keyId: string | undefined) => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  const creation = useMutation({
    mutationFn: (name: string) => callSite('create_key', { body: { name } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
    // The key is nowhere in the page's memory once this dialog is closed.
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
    // A key that is being made would never be seen.
    if (creation.isPending) event.preventDefault()
    if (!created || isAsking) return
    event.preventDefault()
    setIsAsking(true)
  }
  const title = isAsking
    ? 'Have you stored the key?'
    : created
      ? 'Your new key'
      : 'Create an API key'
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
