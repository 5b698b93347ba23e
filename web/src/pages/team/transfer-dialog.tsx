import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { callSite } from '../../api/call-site.ts'
import { sessionQuery } from '../../api/queries.ts'
import { openFresh } from '../../shell/forget-memory.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSiteForm } from '../../ui/use-site-form.ts'
import { NeedsPassword, UsernameHint } from '../settings/setting-form.tsx'
import type { TeamMember } from './team-queries.ts'

/** Asks for the password before another member becomes the owner. */
export function TransferDialog({
  member,
  onClose,
}: {
  /** Undefined while the dialog is closed. */
  member: TeamMember | undefined
  onClose: () => void
}) {
  return (
    <Dialog title="Transfer ownership?" isOpen={member !== undefined} onClose={onClose}>
      {member && <Transfer member={member} onClose={onClose} />}
    </Dialog>
  )
}

function Transfer({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const { data: session } = useQuery(sessionQuery)
  const { has_password: hasPassword = true, email = '' } = session?.account ?? {}
  const form = useSiteForm({
    send: async values => {
      await callSite('transfer_ownership', {
        params: { user_id: member.user_id },
        body: { password: values('password') },
      })
      openFresh(pages.team)
    },
  })
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-sm">
        <span className="font-medium wrap-anywhere">{member.email}</span> becomes the owner of this
        account, its wallet and its receipts. Only they can undo this.
      </p>
      <ul className="list-disc space-y-1 pl-5 text-sm text-quiet">
        <li>You become a developer and can no longer pay or manage the team.</li>
        <li>Your saved card is removed, and automatic recharge is turned off.</li>
        <li>API keys, apps and webhooks keep working.</li>
      </ul>
      {hasPassword ? (
        <>
          <UsernameHint email={email} />
          <PasswordField error={form.errorOf('password')} />
        </>
      ) : (
        <NeedsPassword what="Transferring ownership" />
      )}
      <ErrorNotice error={form.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        {hasPassword && (
          <Button type="submit" look="danger" busy={form.isBusy}>
            Transfer ownership
          </Button>
        )}
      </DialogActions>
    </form>
  )
}
