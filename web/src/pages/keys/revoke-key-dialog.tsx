import { useMutation } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { keysQuery, queryClient } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Key } from './keys-table.tsx'

export function RevokeKeyDialog({
  revoking,
  onRevoked,
  onClose,
}: {
  /** Undefined while nothing is to be revoked. */
  revoking: Key | undefined
  onRevoked: (key: Key) => void
  onClose: () => void
}) {
  const revocation = useMutation({
    mutationFn: async (key: Key) => {
      await callSite('revoke_key', { params: { key_id: key.key_id } })
      await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
    },
    onSuccess: (_, key) => onRevoked(key),
  })
  const close = () => {
    revocation.reset()
    onClose()
  }
  return (
    <Dialog title="Revoke this key?" isOpen={revoking !== undefined} onClose={close}>
      <p className="text-sm">
        <span className="font-medium wrap-anywhere">“{revoking?.name}”</span>: calls with it fail
        within a second; calls that run now finish. Results of background tasks can still be fetched
        with another key. This cannot be undone.
      </p>
      <ErrorNotice error={revocation.error} />
      <DialogActions>
        <Button onClick={close}>Keep it</Button>
        <Button
          look="danger"
          busy={revocation.isPending}
          onClick={() => revoking && revocation.mutate(revoking)}
        >
          Revoke the key
        </Button>
      </DialogActions>
    </Dialog>
  )
}
