import type { KeyLimitsRequest } from '@footnote/contract/site/requests'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { keysQuery, queryClient } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Key } from './key.ts'
import { LimitFields } from './limit-fields.tsx'
import { type LimitProblems, readLimits, typedLimits } from './read-limits.ts'

/** Edits the limits of a key. */
export function LimitsDialog({
  limiting,
  onClose,
}: {
  /** Undefined while the dialog is closed. */
  limiting: Key | undefined
  onClose: () => void
}) {
  return (
    <Dialog
      title={`Limits of “${limiting?.name}”`}
      isOpen={limiting !== undefined}
      onClose={onClose}
    >
      {limiting && <LimitsForm key={limiting.key_id} limiting={limiting} onClose={onClose} />}
    </Dialog>
  )
}

function LimitsForm({ limiting, onClose }: { limiting: Key; onClose: () => void }) {
  const [typed, setTyped] = useState(() => typedLimits(limiting))
  const [problems, setProblems] = useState<LimitProblems>({})
  const saving = useMutation({
    mutationFn: async (body: KeyLimitsRequest) => {
      await callSite('set_key_limits', { params: { key_id: limiting.key_id }, body })
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
    },
    onSuccess: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reading = readLimits(typed)
    setProblems(reading.problems ?? {})
    if (reading.limits) saving.mutate(reading.limits)
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <LimitFields typed={typed} problems={problems} onChange={setTyped} />
      <ErrorNotice error={saving.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={saving.isPending}>
          Save limits
        </Button>
      </DialogActions>
    </form>
  )
}
