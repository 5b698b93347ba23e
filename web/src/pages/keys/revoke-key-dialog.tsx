import { useMutation } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { keysQuery, queryClient } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Key } from './key.ts'

export function RevokeKeyDialog({
  revoking,
  onRevoked,
  onClose,
}: {
  /** Undefined while the dialog is closed. */
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
  const isApp = revoking?.kind === 'grant'
  return (
    <Dialog
      title={isApp ? 'Disconnect this app?' : 'Revoke this key?'}
      isOpen={revoking !== undefined}
      onClose={close}
    >
      <p className="text-sm">
        Within a second, new calls with{' '}
        <span className="font-medium wrap-anywhere">“{revoking?.name}”</span> will fail. Calls
        already running will finish, and you can fetch task results with another key.{' '}
        {isApp ? 'To use the app again, connect it again.' : 'This can’t be undone.'}
      </p>
      <ErrorNotice error={revocation.error} />
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          look="danger"
          busy={revocation.isPending}
          onClick={() => revoking && revocation.mutate(revoking)}
        >
          {isApp ? 'Disconnect' : 'Revoke key'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
