import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callSite } from '../../api/call-site.ts'
import { Button } from '../../ui/button.tsx'
import { counted } from '../../ui/counted.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { refreshTeam, type TeamMember } from './team-queries.ts'

export function RemoveMemberDialog({
  removing,
  onRemoved,
  onClose,
}: {
  /** Undefined while the dialog is closed. */
  removing: TeamMember | undefined
  onRemoved: (member: TeamMember) => void
  onClose: () => void
}) {
  const [revokesKeys, setRevokesKeys] = useState(true)
  const removal = useMutation({
    mutationFn: async ({ user_id }: TeamMember) => {
      await callSite('remove_member', { params: { user_id }, body: { revoke_keys: revokesKeys } })
      await refreshTeam()
    },
    onSuccess: (_, member) => onRemoved(member),
  })
  const close = () => {
    removal.reset()
    setRevokesKeys(true)
    onClose()
  }
  return (
    <Dialog title="Remove this member?" isOpen={removing !== undefined} onClose={close}>
      <p className="text-sm">
        <span className="font-medium wrap-anywhere">{removing?.email}</span> loses access at once,
        and apps that they connected stop working. Calls already running will finish.
      </p>
      {removing !== undefined && removing.keys > 0 && (
        <label className="flex items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            className="mt-0.5 size-4 accent-accent"
            checked={revokesKeys}
            onChange={event => setRevokesKeys(event.target.checked)}
          />
          <span>
            Revoke the {counted(removing.keys, 'API key')} that they created
            <span className="block text-quiet">
              They may still know them. Code that uses them stops working.
            </span>
          </span>
        </label>
      )}
      <ErrorNotice error={removal.error} />
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          look="danger"
          busy={removal.isPending}
          onClick={() => removing && removal.mutate(removing)}
        >
          Remove member
        </Button>
      </DialogActions>
    </Dialog>
  )
}
